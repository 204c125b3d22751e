import { errors, jwtVerify, SignJWT } from 'jose'
import Type, { type Static } from 'typebox'
import { Compile } from 'typebox/schema'
import type { Keyring } from '../jwt/keyring.ts'
import { StorageError } from './errors.ts'

const DownloadClaims = Type.Object({
  /** `<bucket>/<key>` */
  url: Type.String(),
  /** For example `height:200,width:200,resize:cover`; absent for the original. */
  transformations: Type.Optional(Type.String()),
  format: Type.Optional(Type.String()),
})
type DownloadClaims = Readonly<Static<typeof DownloadClaims>>

const UploadClaims = Type.Object({
  url: Type.String(),
  owner: Type.Optional(Type.String()),
  upsert: Type.Boolean(),
})
type UploadClaims = Readonly<Static<typeof UploadClaims>>

const downloadClaims = Compile(Type.Intersect([DownloadClaims, Type.Object({ exp: Type.Number() })]))
const uploadClaims = Compile(UploadClaims)

/** Tokens inside signed URLs. They have their own key, so a URL token cannot pass for a session token or vice versa. */
export interface UrlTokens {
  signDownload(claims: DownloadClaims, expiresInSeconds: number): Promise<string>
  signUpload(claims: UploadClaims, expiresInSeconds: number): Promise<string>
  /** @throws {StorageError} invalid_jwt, invalid_signature */
  verifyDownload(token: string, url: string): Promise<DownloadClaims & { readonly exp: number }>
  verifyUpload(token: string, url: string): Promise<UploadClaims>
}

export function createUrlTokens(keyring: Pick<Keyring, 'deriveSecret'>): UrlTokens {
  const secret = keyring.deriveSecret('storage-url')

  const sign = (claims: object, scope: 'download' | 'upload', expiresInSeconds: number) => {
    const now = Math.floor(Date.now() / 1000)
    return new SignJWT({ ...claims, scope })
      .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
      .setIssuedAt(now)
      .setExpirationTime(now + expiresInSeconds)
      .sign(secret)
  }

  async function verify(token: string, scope: 'download' | 'upload', url: string): Promise<Record<string, unknown>> {
    const claims = await verifySignature(token, secret)
    if (claims.scope !== scope) throw new StorageError('invalid_signature', `Token is not scoped for ${scope}`)
    if (claims.url !== url) throw new StorageError('invalid_signature')
    return claims
  }

  return {
    signDownload: (claims, expiresIn) => sign(claims, 'download', expiresIn),
    signUpload: (claims, expiresIn) => sign(claims, 'upload', expiresIn),
    verifyDownload: async (token, url) => claimsOf(downloadClaims, await verify(token, 'download', url)),
    verifyUpload: async (token, url) => claimsOf(uploadClaims, await verify(token, 'upload', url)),
  }
}

function claimsOf<T>(check: { Check(value: unknown): value is T }, claims: unknown): T {
  if (!check.Check(claims)) throw new StorageError('invalid_signature')
  return claims
}

async function verifySignature(token: string, secret: Uint8Array): Promise<Record<string, unknown>> {
  try {
    const { payload } = await jwtVerify(token, secret, { algorithms: ['HS256'], requiredClaims: ['exp'] })
    return payload
  } catch (error) {
    if (error instanceof errors.JOSEError) throw new StorageError('invalid_jwt', error.message, { cause: error })
    throw error
  }
}
