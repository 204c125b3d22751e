import type { Keyring } from '../jwt/keyring.ts'

/** Lets our own functions name the client they act for: `<key> <address>`. */
export const ON_BEHALF_HEADER = 'x-on-behalf-of'

/** Secret that proves a request comes from a function of this installation. */
export function onBehalfKeyOf(keyring: Pick<Keyring, 'deriveSecret'>): string {
  return Buffer.from(keyring.deriveSecret('on-behalf')).toString('base64url')
}
