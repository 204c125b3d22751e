import pLimit, { type LimitFunction } from 'p-limit'
import type { Sql } from '../../database/database.ts'
import type { Caller } from '../../http/caller.ts'

/** What the policies on realtime.messages allow for one topic. */
export interface Access {
  readonly broadcast: boolean
  readonly presence: boolean
}

export const FULL_ACCESS: Access = Object.freeze({ broadcast: true, presence: true })

export interface AccessQuestion {
  readonly action: 'read' | 'write'
  readonly caller: Caller
  /** Without "realtime:". */
  readonly topicName: string
  /** The handshake's headers as JSON, for policies that read request.headers. */
  readonly headersJson: string
}

/** Queries row level security for a caller's permissions; the queries leave no trace. */
export class Policies {
  readonly #admin: Sql
  readonly #limit: LimitFunction

  constructor(admin: Sql, atOnce: number) {
    this.#admin = admin
    this.#limit = pLimit(atOnce)
  }

  /** Rejects when a policy fails or times out; the caller must treat that as a refusal and log it. */
  ask(question: AccessQuestion): Promise<Access> {
    return this.#limit(() => this.#query(question))
  }

  async #query({ action, caller, topicName, headersJson }: AccessQuestion): Promise<Access> {
    const [, rows] = await this.#admin.begin((sql) => [
      sql`set local statement_timeout = '5s'`,
      sql<Access[]>`
        select broadcast, presence
        from realtime.check_access(${action}, ${caller.role}, ${caller.claimsJson}, ${topicName}, ${headersJson})`,
    ])
    const [access] = rows as Access[]
    if (!access) throw new Error('realtime.check_access returned no row')
    return access
  }
}
