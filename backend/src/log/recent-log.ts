/** How much is kept: lines, and characters of each. */
const LINES = 1000
const LINE_LENGTH = 4000

/** The last lines of this process's log, in memory. */
export class RecentLog {
  readonly #lines: string[] = []

  /** Bound: it is handed over as a function. */
  readonly keep = (line: string): void => {
    if (line.length > LINE_LENGTH) return
    this.#lines.push(line)
    if (this.#lines.length > LINES) this.#lines.shift()
  }

  /** Records, newest first. */
  list(): unknown[] {
    return this.#lines.map((line): unknown => JSON.parse(line)).reverse() // written by our logger
  }
}
