/** Lets so many work at a time; whoever comes later waits, in the order of coming. */
export function takeTurns(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  let working = 0
  const waiting: (() => void)[] = []
  return async (work) => {
    if (working < atOnce) working += 1
    // The place is handed over by whoever leaves, so `working` does not change.
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else working -= 1
    }
  }
}
