import type { Message } from './types.ts'

type Place = Pick<Message, 'id' | 'created_at'>

/**
 * Tracks where messages may be missing: after the last one known when the channel was lost. A message received after a gap must not be
 * mistaken for its end.
 */
export class Gaps {
  readonly #joined = new Set<string>()
  readonly #after = new Map<string, Place>()

  isJoined(conversationId: string): boolean {
    return this.#joined.has(conversationId)
  }

  joined(conversationId: string): void {
    this.#joined.add(conversationId)
  }

  /** Messages are missed from now on. `last` is the newest known one. */
  lost(conversationId: string, last: Place | undefined): void {
    this.#joined.delete(conversationId)
    if (last && !this.#after.has(conversationId)) this.#after.set(conversationId, last)
  }

  /** The message that a refetch must go back to. */
  startOf(conversationId: string, last: Place | undefined): Place | null {
    return this.#after.get(conversationId) ?? last ?? null
  }

  /** Everything up to `last` is known now. `wasJoined` says whether the channel delivered messages since. */
  closed(conversationId: string, last: Place | undefined, wasJoined: boolean): void {
    this.#after.delete(conversationId)
    if (!wasJoined && last) this.#after.set(conversationId, last)
  }
}
