import { CompactEncrypt, compactDecrypt } from 'jose'
import type { AuthContext } from './context.ts'

/**
 * Seals a secret that must be read again (JWE, direct A256GCM). The key is derived for this purpose and object alone,
 * so that a sealed text copied to another row opens nowhere.
 */
export function seal(context: Pick<AuthContext, 'keyring'>, purpose: string, secret: string): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(secret))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(context.keyring.deriveSecret(purpose))
}

/** @throws when the text was sealed for another purpose or object, or changed since. */
export async function unseal(context: Pick<AuthContext, 'keyring'>, purpose: string, sealed: string): Promise<string> {
  const { plaintext } = await compactDecrypt(sealed, context.keyring.deriveSecret(purpose))
  return new TextDecoder().decode(plaintext)
}
