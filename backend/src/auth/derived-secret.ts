import { createHmac } from 'node:crypto'
import type { AuthContext } from './context.ts'

/** A secret for one object, derived from its id, so that a copy of the database contains nothing usable. */
export function derivedSecret({ keyring }: Pick<AuthContext, 'keyring'>, purpose: string, id: string): string {
  return createHmac('sha256', keyring.deriveSecret(purpose)).update(id).digest('base64url')
}
