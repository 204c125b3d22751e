import type { Identity } from '../channels/tokens.ts'
import type { Version } from '../sockets/message.ts'

/** A channel, as far as changes of tables concern it. */
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

/** What the rest of realtime asks of changes of tables. */
export interface ChangeSubscriptions {
  /** Begins, or after a new token begins again, what a channel asked for. The channel is told how it went. */
  subscribe(listener: ChangeListener): void
  unsubscribe(listener: ChangeListener): void
  /**
   * Finds out whether `subscribe` will succeed, and waits until changes flow: for a join that is answered only then.
   * @returns null, or the reason of the refusal
   */
  findObstacle(listener: ChangeListener, timeoutMs: number): Promise<string | null>
}
