import { CompactEncrypt, compactDecrypt } from 'jose'
import type { AuthContext } from './context.ts'

/**
 * Encrypts a secret that must be read again (JWE, direct A256GCM). The key is derived for one purpose and object,
 * so a ciphertext copied to another row can't be decrypted.
 */
export function seal(context: Pick<AuthContext, 'keyring'>, purpose: string, secret: string): Promise<string> {
  return new CompactEncrypt(new TextEncoder().encode(secret))
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .encrypt(context.keyring.deriveSecret(purpose))
}

/** @throws when the ciphertext was made for another purpose or object, or was modified. */
export async function unseal(context: Pick<AuthContext, 'keyring'>, purpose: string, sealed: string): Promise<string> {
  const { plaintext } = await compactDecrypt(sealed, context.keyring.deriveSecret(purpose))
  return new TextDecoder().decode(plaintext)
}
