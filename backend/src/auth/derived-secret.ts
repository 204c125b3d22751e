import { createHmac } from 'node:crypto'
import type { AuthContext } from './context.ts'

/** A secret that belongs to one thing, derived from its id: nothing is stored that a copy of the database could use. */
export function derivedSecret({ keyring }: Pick<AuthContext, 'keyring'>, purpose: string, id: string): string {
  return createHmac('sha256', keyring.deriveSecret(purpose)).update(id).digest('base64url')
}
