import { decodeProtectedHeader } from 'jose'
import type { AuthContext } from '../context.ts'
import type { ClientRow } from './clients.ts'
import { personClaims } from './person-claims.ts'
import type { Grant } from './redeem-code.ts'

const LIFE_SECONDS = 3600

/** The ID token for the application; null where tokens are signed with a shared secret, which it could not verify. */
export async function signIdToken(context: AuthContext, client: ClientRow, grant: Grant): Promise<string | null> {
  const now = Math.floor(Date.now() / 1000)
  const token = await context.keyring.sign({
    ...personClaims(grant.user, grant.scopes),
    iss: context.issuer,
    sub: grant.user.id,
    aud: client.id,
    iat: now,
    exp: now + LIFE_SECONDS,
    auth_time: now,
    sid: grant.sessionId,
    ...(grant.nonce === null ? {} : { nonce: grant.nonce }),
  })
  return decodeProtectedHeader(token).alg?.startsWith('HS') ? null : token
}
