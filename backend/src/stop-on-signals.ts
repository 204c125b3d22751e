const DRAIN_MS = 15_000
/**
 * A terminal, a shell and npm may each forward the same signal, and `npm start` follows its parent: signals within this time count as one.
 */
const ONE_SIGNAL_MS = 1000

/** The first signal drains; a later one, or a drain that hangs, exits immediately. The database recovers either way. */
export function stopOnSignals(stop: () => Promise<void>, explain: (error: unknown) => void): void {
  let stoppingSince: number | null = null
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stoppingSince !== null) {
        if (performance.now() - stoppingSince > ONE_SIGNAL_MS) process.exit(1)
        return
      }
      stoppingSince = performance.now()
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
