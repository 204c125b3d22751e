import type { Logger } from 'pino'

export interface Background {
  /** Starts work without waiting for it; a failure is logged under `what`. */
  run(what: string, work: () => Promise<void>): void
  /** Waits for all running work, so that a shutdown loses no email. */
  settle(): Promise<void>
}

export function createBackground(log: Logger): Background {
  const running = new Set<Promise<void>>()
  return {
    run(what, work) {
      const task = work()
        .catch((error: unknown) => log.error({ err: error }, `failed to ${what}`))
        .finally(() => running.delete(task))
      running.add(task)
    },
    async settle() {
      // Work may start more work: preparing an email starts its delivery.
      while (running.size > 0) await Promise.all(running)
    },
  }
}
