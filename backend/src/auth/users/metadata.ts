import { invalid } from '../errors.ts'

export type Metadata = Readonly<Record<string, unknown>>

/** User metadata travels inside every access token, and Node refuses request headers over 16 KiB. */
export const MAX_METADATA_BYTES = 8 * 1024

/** Keys that only the server may set: a sign-up that sets them could claim an address or its confirmation. */
const SERVER_KEYS = new Set(['sub', 'email', 'email_verified', 'phone_verified'])

/** The metadata that a sign-up may set. It includes `phone`, which is the user's own unconfirmed claim there. */
export function signUpMetadata(data: Metadata): Metadata {
  return Object.fromEntries(Object.entries(data).filter(([key]) => !SERVER_KEYS.has(key)))
}

/** The same for an identity, where a `phone` would count in account linking. */
export function identityMetadata(data: Metadata): Metadata {
  return Object.fromEntries(Object.entries(signUpMetadata(data)).filter(([key]) => key !== 'phone'))
}

/** Shallow merge in which null removes a key. Builds a new object by own entries, so no key can reach a prototype. */
export function mergeMetadata(current: Metadata, changes: Metadata): Metadata {
  const merged = new Map(Object.entries(current))
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) merged.delete(key)
    else merged.set(key, value)
  }
  return Object.fromEntries(merged)
}

export function requireMetadataSize(data: Metadata): void {
  if (Buffer.byteLength(JSON.stringify(data)) > MAX_METADATA_BYTES) {
    throw invalid(`Metadata cannot be larger than ${MAX_METADATA_BYTES} bytes`)
  }
}
