/**
 * Remembers what was delivered for two generations: from before the current horizon was read until it is given up.
 * A new generation begins whenever the horizon moves on.
 */
export class DeliveredIds {
  #current = new Set<string>()
  #previous = new Set<string>()

  /** False when it was delivered before. */
  add(id: string): boolean {
    if (this.#current.has(id) || this.#previous.has(id)) return false
    this.#current.add(id)
    return true
  }

  startGeneration(): void {
    this.#previous = this.#current
    this.#current = new Set()
  }
}
