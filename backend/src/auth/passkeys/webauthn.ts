import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { AuthContext } from '../context.ts'
import type { UserRow } from '../users/user-row.ts'

/** A credential in the form that the library expects. */
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

/** EdDSA, ES256, RS256 (COSE numbers), which authenticators support. Without this list the library tries the runtime's newest. */
const ALGORITHMS = [-8, -7, -257]

type ResidentKey = 'required' | 'discouraged'

/** Options for the browser to create a credential (WebAuthn Level 2, section 5.4). */
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

/** Options for the browser to use a credential; without `known` it offers any it has for this site. */
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

/** The new credential, or null if the response is invalid: wrong challenge, origin, site or signature. */
export async function readCreation(
  { config }: AuthContext,
  response: unknown,
  challenge: string,
): Promise<NewCredential | null> {
  const { verifyRegistrationResponse } = await loadLibrary()
  const { registrationInfo } = await verifyRegistrationResponse({
    response: response as RegistrationResponseJSON, // not validated yet; the library checks every part and throws
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

/** The credential's new use count, or null if the response is invalid. A count that goes back means a cloned key. */
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

/** The credential id in a response, before any of it is verified. */
export function credentialIdOf(response: unknown): string | null {
  const id = typeof response === 'object' && response !== null && 'id' in response ? response.id : null
  return typeof id === 'string' && id.length <= 1400 ? id : null
}

/** Loaded on first use: its two hundred files would slow down every start. */
function loadLibrary() {
  return import('@simplewebauthn/server')
}
