import type { FunctionContext } from 'souk-backend/functions'
import type { Reader } from '../../contract/words/say.ts'

/** Input of a document: the caller's client, and the issuer. */
export interface Issue extends Pick<FunctionContext, 'supabase' | 'caller'> {
  readonly reader: Reader
  readonly operator: string
}

/** A refusal of the database, thrown with its code. */
export class StatementRefused extends Error {
  override readonly name = 'StatementRefused'
  readonly refusal: { code: string; message: string; details: string | null }

  constructor(refusal: StatementRefused['refusal']) {
    super(refusal.message)
    this.refusal = refusal
  }
}
