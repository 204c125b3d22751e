const DRAIN_MS = 15_000

/** The first signal drains, a second one or a drain that hangs ends at once; the database recovers either way. */
export function stopOnSignals(stop: () => Promise<void>, explain: (error: unknown) => void): void {
  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) process.exit(1)
      stopping = true
      console.log('Stopping: finishing what is under way.')
      setTimeout(() => process.exit(1), DRAIN_MS).unref()
      stop().then(
        () => process.exit(0),
        (error) => {
          explain(error)
          process.exit(1)
        },
      )
    })
  }
}
