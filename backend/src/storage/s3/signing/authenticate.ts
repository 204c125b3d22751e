import { createHash } from 'node:crypto'
import { type Caller, callerFromBearer, serviceCaller } from '../../../http/caller.ts'
import { type Keyring, TokenError } from '../../../jwt/keyring.ts'
import { isPersonalToken } from '../../../jwt/personal-token.ts'
import type { StorageContext } from '../../context.ts'
import { S3Error } from '../errors.ts'
import type { RawCall } from '../raw-call.ts'
import {
  type PresentedSignature,
  readFormSignature,
  readPresentedSignature,
  UNSIGNED_PAYLOAD,
} from './presented-signature.ts'
import { isSameSignature, Signer } from './signer.ts'

/** The signer of a request, and what the signature states about the body. */
export interface Authenticated {
  readonly caller: Caller
  readonly isPresigned: boolean
  /** A SHA-256 in hex, `UNSIGNED-PAYLOAD`, or one of the `STREAMING-…` kinds. */
  readonly payloadHash: string
  /** For the signatures inside a streamed body: the signer, and the signature they chain to. */
  readonly signer: Signer
  readonly signature: string
}

const MAX_SKEW_MS = 15 * 60 * 1000

/**
 * Verifies the signature of a request's head. There are two kinds of signers: the holder of the configured access key, who acts as the
 * service role; and users with a session, whose JWT is sent as the session token and whose policies apply.
 * @throws {S3Error} when the signature is invalid
 */
export async function authenticate(context: StorageContext, call: RawCall, now = new Date()): Promise<Authenticated> {
  const presented = readPresentedSignature(call.headers, call.queryValues)
  requireTimely(presented, now)
  requireAllSigned(call, presented)
  const parts = {
    method: call.method,
    path: call.canonicalPath,
    query: Object.fromEntries([...call.queryValues].map(([name, values]) => [name, [...values]])),
    headers: Object.fromEntries(presented.signedHeaders.map((name) => [name, call.headerText(name)])),
    payloadHash: presented.payloadHash,
  }
  for (const secret of secretsFor(context, presented)) {
    const signer = new Signer(presented, secret)
    if (!isSameSignature(await signer.requestSignature(parts), presented.signature)) continue
    return {
      caller: await callerOf(context.keyring, presented),
      isPresigned: presented.expiresInSeconds !== null,
      payloadHash: presented.payloadHash,
      signer,
      signature: presented.signature,
    }
  }
  throw new S3Error('SignatureDoesNotMatch')
}

/** Verifies the signature of a form, by the same two kinds of signers. @throws {S3Error} when the signature is invalid */
export async function authenticateForm(context: StorageContext, fields: ReadonlyMap<string, string>): Promise<Caller> {
  const presented = readFormSignature(fields)
  for (const secret of secretsFor(context, presented)) {
    const signature = await new Signer(presented, secret).policySignature(fields.get('policy') ?? '')
    if (isSameSignature(signature, presented.signature)) return callerOf(context.keyring, presented)
  }
  throw new S3Error('SignatureDoesNotMatch')
}

/** What names the signer. */
type Credentials = Pick<PresentedSignature, 'accessKeyId' | 'sessionToken'>

/** With a session the keys are public: the token authenticates, and the signature only protects it in transit. */
function secretsFor({ keyring, config }: StorageContext, presented: Credentials): readonly string[] {
  if (presented.sessionToken !== null) {
    // A generated anon key differs between processes; a configured one does not.
    const { anonKey } = config.apiKeys
    return [keyring.apiKeys.publishableKey, ...(anonKey === null ? [] : [anonKey])]
  }
  const key = config.storage.s3Protocol
  if (!key || !isSameText(key.accessKeyId, presented.accessKeyId)) throw new S3Error('InvalidAccessKeyId')
  return [key.secretAccessKey]
}

function isSameText(one: string, other: string): boolean {
  const hash = (text: string) => createHash('sha256').update(text).digest('hex')
  return isSameSignature(hash(one), hash(other))
}

async function callerOf(keyring: Keyring, { sessionToken }: Credentials): Promise<Caller> {
  if (sessionToken === null) return serviceCaller()
  if (isPersonalToken(sessionToken)) throw new S3Error('InvalidToken') // its scopes do not apply to this protocol
  try {
    return await callerFromBearer(keyring, sessionToken)
  } catch (cause) {
    if (!(cause instanceof TokenError)) throw cause
    throw new S3Error(cause.reason === 'expired' ? 'ExpiredToken' : 'InvalidToken', undefined, { cause })
  }
}

function requireTimely({ date, expiresInSeconds }: PresentedSignature, now: Date): void {
  const ageMs = now.getTime() - date.getTime()
  if (expiresInSeconds === null) {
    if (Math.abs(ageMs) > MAX_SKEW_MS) throw new S3Error('RequestTimeTooSkewed')
    return
  }
  if (ageMs < -MAX_SKEW_MS) throw new S3Error('AccessDenied', 'Request is not valid yet')
  if (ageMs > expiresInSeconds * 1000) throw new S3Error('AccessDenied', 'Request has expired')
}

/** Headers that change the meaning of a request must be signed, so that nobody can add to a signed request. */
function requireAllSigned(call: RawCall, { signedHeaders, payloadHash }: PresentedSignature): void {
  const signed = new Set(signedHeaders)
  const isCovered = (name: string) =>
    // Not signed by clients that do not sign the body.
    signed.has(name) || (name === 'x-amz-content-sha256' && payloadHash === UNSIGNED_PAYLOAD)
  const missing = Object.keys(call.headers).filter((name) => name.startsWith('x-amz-') && !isCovered(name))
  if (!signed.has('host')) missing.push('host')
  if (missing.length > 0) {
    throw new S3Error(
      'AccessDenied',
      `There were headers present in the request which were not signed: ${missing.join(', ')}`,
    )
  }
}
