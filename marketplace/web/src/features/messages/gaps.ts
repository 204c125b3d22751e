import type { Message } from './types.ts'

type Place = Pick<Message, 'id' | 'created_at'>

/**
 * Where messages may be missing: behind the last one that was known when the channel was lost. What is heard after a gap
 * must not be taken for its end.
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

  /** From now on messages are missed. `last` is the newest known one. */
  lost(conversationId: string, last: Place | undefined): void {
    this.#joined.delete(conversationId)
    if (last && !this.#after.has(conversationId)) this.#after.set(conversationId, last)
  }

  /** The message up to which one has to look back. */
  startOf(conversationId: string, last: Place | undefined): Place | null {
    return this.#after.get(conversationId) ?? last ?? null
  }

  /** Everything up to `last` is known now. `wasJoined` tells whether what came since was heard. */
  closed(conversationId: string, last: Place | undefined, wasJoined: boolean): void {
    this.#after.delete(conversationId)
    if (!wasJoined && last) this.#after.set(conversationId, last)
  }
}
