import type { Identity } from '../channels/tokens.ts'
import type { Version } from '../sockets/message.ts'

/** The part of a channel that table changes use. */
export interface ChangeListener {
  readonly topic: string
  readonly state: 'joining' | 'joined' | 'ended'
  /** Replaced when the token changes. */
  readonly identity: Identity
  readonly config: { readonly postgresChanges: readonly Readonly<Record<string, unknown>>[] }
  readonly connection: {
    readonly handshake: { readonly version: Version }
    send(frame: Buffer): void
  }
  system(status: 'ok' | 'error', message: string, extension: 'postgres_changes'): void
}

/** Interface of table changes to the rest of realtime. */
export interface ChangeSubscriptions {
  /** Starts a channel's subscriptions, or restarts them after a new token. The channel is notified of the result. */
  subscribe(listener: ChangeListener): void
  unsubscribe(listener: ChangeListener): void
  /**
   * Checks whether `subscribe` will succeed, and waits until changes flow: for a join whose reply waits for that.
   * @returns null, or the reason of the refusal
   */
  findJoinProblem(listener: ChangeListener, timeoutMs: number): Promise<string | null>
}
