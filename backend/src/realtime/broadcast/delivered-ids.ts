/** Remembers delivered ids for two generations, which covers the current horizon. A new generation begins whenever the horizon advances. */
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
