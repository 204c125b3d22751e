import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

/** A software security key (WebAuthn Level 2, ES256, no attestation) that answers like a browser. */
export interface Authenticator {
  create(options: { challenge: string; rp: { id?: string } }, origin: string): unknown
  get(options: { challenge: string; rpId?: string }, origin: string): unknown
  /** Resets the signature counter, like a copy of the key. */
  rewind(): void
}

const USER_PRESENT = 1
const USER_VERIFIED = 4
const CREDENTIAL_INCLUDED = 64

export function createAuthenticator(): Authenticator {
  const id = randomBytes(32)
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  let count = 0

  function authenticatorData(rpId: string, flags: number, rest = Buffer.alloc(0)): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(++count)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter, rest])
  }

  return {
    create({ challenge, rp }, origin) {
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const key = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ])
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, isoCBOR.encode(key)])
      const authData = authenticatorData(rp.id ?? '', USER_PRESENT | USER_VERIFIED | CREDENTIAL_INCLUDED, credential)
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ])
      return answer({
        clientDataJSON: clientData('webauthn.create', challenge, origin).toString('base64url'),
        attestationObject: Buffer.from(isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0])).toString(
          'base64url',
        ),
        transports: ['internal'],
      })
    },
    get({ challenge, rpId }, origin) {
      const data = clientData('webauthn.get', challenge, origin)
      const authData = authenticatorData(rpId ?? '', USER_PRESENT | USER_VERIFIED)
      const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey)
      return answer({
        clientDataJSON: data.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: signature.toString('base64url'),
      })
    },
    rewind() {
      count = 0
    },
  }

  function answer(response: Record<string, unknown>) {
    const name = id.toString('base64url')
    return { id: name, rawId: name, type: 'public-key', clientExtensionResults: {}, response }
  }
}

function clientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest()
}
