/** Work that functions asked to be waited for after their answers. */
const running = new Set<Promise<void>>()

export const background = {
  /** A failure is written to the log: nobody waits for it any more. */
  add(work: Promise<unknown>): void {
    const watched = Promise.resolve(work)
      .then(
        () => undefined,
        (error: unknown) => console.error(error),
      )
      .finally(() => running.delete(watched))
    running.add(watched)
  },

  /** When nothing is left, also of what was added meanwhile. */
  async settled(): Promise<void> {
    while (running.size > 0) await Promise.all(running)
  },
}
