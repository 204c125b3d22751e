import type { Keyring } from '../jwt/keyring.ts'

/** With this a function of ours says for whom it asks: `<key> <address>`. */
export const ON_BEHALF_HEADER = 'x-on-behalf-of'

/** What proves that a request comes from a function of this installation. */
export function onBehalfKeyOf(keyring: Pick<Keyring, 'deriveSecret'>): string {
  return Buffer.from(keyring.deriveSecret('on-behalf')).toString('base64url')
}
