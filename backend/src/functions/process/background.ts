/** Background work that functions registered to run after their answers. */
const running = new Set<Promise<void>>()

export const background = {
  /** Failures are logged, since no caller awaits them. */
  add(work: Promise<unknown>): void {
    const watched = Promise.resolve(work)
      .then(
        () => undefined,
        (error: unknown) => console.error(error),
      )
      .finally(() => running.delete(watched))
    running.add(watched)
  },

  /** Resolves when no work is left, including work added meanwhile. */
  async settled(): Promise<void> {
    while (running.size > 0) await Promise.all(running)
  },
}
