import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { AuthContext } from '../context.ts'
import type { UserRow } from '../users/user-row.ts'

/** A credential as the library wants it back. */
export interface KnownCredential {
  readonly id: string
  readonly publicKey: Uint8Array<ArrayBuffer>
  readonly counter: number
  readonly transports: readonly string[]
}

export interface NewCredential extends KnownCredential {
  readonly aaguid: string
  readonly backedUp: boolean
}

/** EdDSA, ES256, RS256 (COSE numbers): what authenticators have. Said here, or the library tries the runtime's newest. */
const ALGORITHMS = [-8, -7, -257]

type ResidentKey = 'required' | 'discouraged'

/** What a browser is given to make a credential (WebAuthn Level 2, section 5.4). */
export async function creationOptions(
  { config }: AuthContext,
  user: UserRow,
  { residentKey, known }: { residentKey: ResidentKey; known: readonly Pick<KnownCredential, 'id' | 'transports'>[] },
) {
  const { generateRegistrationOptions } = await loadLibrary()
  return generateRegistrationOptions({
    rpID: config.auth.relyingParty.id,
    rpName: config.auth.relyingParty.name,
    userID: new TextEncoder().encode(user.id),
    userName: user.email ?? user.phone ?? user.id,
    attestationType: 'none',
    supportedAlgorithmIDs: ALGORITHMS,
    authenticatorSelection: { residentKey, userVerification: 'preferred' },
    excludeCredentials: known.map(({ id, transports }) => ({ id, transports: [...transports] })),
  })
}

/** What a browser is given to use one; without `known` it offers whatever it has for this site. */
export async function requestOptions(
  { config }: AuthContext,
  known: readonly Pick<KnownCredential, 'id' | 'transports'>[] = [],
) {
  const { generateAuthenticationOptions } = await loadLibrary()
  return generateAuthenticationOptions({
    rpID: config.auth.relyingParty.id,
    userVerification: 'preferred',
    ...(known.length > 0 && {
      allowCredentials: known.map(({ id, transports }) => ({ id, transports: [...transports] })),
    }),
  })
}

/** The new credential, or null when the answer proves nothing: wrong challenge, origin, site or signature. */
export async function readCreation(
  { config }: AuthContext,
  response: unknown,
  challenge: string,
): Promise<NewCredential | null> {
  const { verifyRegistrationResponse } = await loadLibrary()
  const { registrationInfo } = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON, // whatever came; the library checks every part and throws
    expectedChallenge: challenge,
    expectedOrigin: [...config.auth.relyingParty.origins],
    expectedRPID: config.auth.relyingParty.id,
    requireUserVerification: false,
    supportedAlgorithmIDs: ALGORITHMS,
  }).catch(() => ({ registrationInfo: undefined }))
  if (!registrationInfo) return null
  const { credential, aaguid, credentialBackedUp: backedUp } = registrationInfo
  return { ...credential, transports: credential.transports ?? [], aaguid, backedUp }
}

/** The credential's new use count, or null when the answer proves nothing. A count that goes back means a copied key. */
export async function readAssertion(
  { config }: AuthContext,
  response: unknown,
  challenge: string,
  known: KnownCredential,
): Promise<number | null> {
  const { verifyAuthenticationResponse } = await loadLibrary()
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: response as AuthenticationResponseJSON, // as above
    expectedChallenge: challenge,
    expectedOrigin: [...config.auth.relyingParty.origins],
    expectedRPID: config.auth.relyingParty.id,
    credential: { ...known, transports: [...known.transports] },
    requireUserVerification: false,
  }).catch(() => ({ verified: false as const, authenticationInfo: undefined }))
  return verified && authenticationInfo ? authenticationInfo.newCounter : null
}

/** The credential id that an answer names, before anything of it is believed. */
export function credentialIdOf(response: unknown): string | null {
  const id = typeof response === 'object' && response !== null && 'id' in response ? response.id : null
  return typeof id === 'string' && id.length <= 1400 ? id : null
}

/** At the first passkey: its two hundred files would make every start longer. */
function loadLibrary() {
  return import('@simplewebauthn/server')
}
