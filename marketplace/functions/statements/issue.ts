import type { FunctionContext } from 'souk-backend/functions'
import type { Reader } from '../../contract/words/say.ts'

/** What a document is made from: the caller's own client, and who issues it. */
export interface Issue extends Pick<FunctionContext, 'supabase' | 'caller'> {
  readonly reader: Reader
  readonly operator: string
}

/** The database refused; thrown with its code. */
export class StatementRefused extends Error {
  override readonly name = 'StatementRefused'
  readonly refusal: { code: string; message: string; details: string | null }

  constructor(refusal: StatementRefused['refusal']) {
    super(refusal.message)
    this.refusal = refusal
  }
}
