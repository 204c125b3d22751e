/** How long the embedded answers count as fresh. Milliseconds. */
const FRESH_MS = 30_000

/**
 * The answers that the server embedded in the page, each served once. They hold what a visitor may read, so requests of signed-in users
 * bypass them.
 * @param json object of answers by the path and query of their request
 */
export class FirstReads {
  readonly #answers: Map<string, unknown>
  readonly #origin: string
  readonly #visitorsKey: string
  readonly #now: () => number

  constructor(
    json: string | null | undefined,
    { origin, visitorsKey, now = () => performance.now() }: { origin: string; visitorsKey: string; now?: () => number },
  ) {
    this.#answers = new Map(json ? Object.entries(JSON.parse(json) as Record<string, unknown>) : []) // by our own server
    this.#origin = origin
    this.#visitorsKey = visitorsKey
    this.#now = now
  }

  /** @returns null when the request must go over the network. */
  take(address: string, init: RequestInit | undefined): Response | null {
    if (this.#answers.size === 0 || !address.startsWith(this.#origin)) return null
    const question = address.slice(this.#origin.length)
    const answer = this.#answers.get(question)
    if (answer === undefined) return null
    this.#answers.delete(question)
    if ((init?.method ?? 'GET') !== 'GET' || this.#now() > FRESH_MS) return null
    if (new Headers(init?.headers).get('authorization') !== `Bearer ${this.#visitorsKey}`) return null
    return new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json; charset=utf-8' } })
  }
}
