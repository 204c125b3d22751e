import { createHash, createHmac, type KeyObject, timingSafeEqual } from 'node:crypto'

/** The contents of a refresh token. Whether it is still active is determined by the session's row. */
export interface RefreshToken {
  readonly sessionId: string
  readonly counter: number
}

export type ReadRefreshToken =
  | { readonly kind: 'genuine'; readonly token: RefreshToken }
  | { readonly kind: 'forged' }
  | { readonly kind: 'malformed' }

const VERSION = 0
const SESSION_BYTES = 16
const MAC_BYTES = 16
const CHECKSUM_BYTES = 4
/** The longest counter that is a safe integer takes eight groups of seven bits. */
const MAX_COUNTER_BYTES = 8

/**
 * base64url of: 0x00, session id, counter (unsigned varint), HMAC-SHA-256 of all before (first 16 bytes), SHA-256 of all before
 * (first 4 bytes, to distinguish a typing error from a forgery). The secret belongs to the installation and is never in the
 * database, so a stolen database contains no usable token, and a lost response can be repeated.
 */
export function writeRefreshToken({ sessionId, counter }: RefreshToken, secret: KeyObject): string {
  const body = Buffer.concat([
    Buffer.from([VERSION]),
    Buffer.from(sessionId.replaceAll('-', ''), 'hex'),
    varint(counter),
  ])
  const signed = Buffer.concat([body, macOf(body, secret)])
  return Buffer.concat([signed, checksumOf(signed)]).toString('base64url')
}

export function readRefreshToken(text: string, secret: KeyObject): ReadRefreshToken {
  const bytes = Buffer.from(text, 'base64url')
  const counterLength = bytes.length - 1 - SESSION_BYTES - MAC_BYTES - CHECKSUM_BYTES
  const isCanonical = bytes.toString('base64url') === text
  if (!isCanonical || counterLength < 1 || counterLength > MAX_COUNTER_BYTES || bytes[0] !== VERSION) {
    return { kind: 'malformed' }
  }
  const signed = bytes.subarray(0, -CHECKSUM_BYTES)
  const body = signed.subarray(0, -MAC_BYTES)
  if (!timingSafeEqual(checksumOf(signed), bytes.subarray(-CHECKSUM_BYTES))) return { kind: 'malformed' }
  if (!timingSafeEqual(macOf(body, secret), signed.subarray(-MAC_BYTES))) return { kind: 'forged' }
  const hex = body.subarray(1, 1 + SESSION_BYTES).toString('hex')
  const sessionId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  return { kind: 'genuine', token: { sessionId, counter: readVarint(body.subarray(1 + SESSION_BYTES)) } }
}

function macOf(body: Uint8Array, secret: KeyObject): Buffer {
  return createHmac('sha256', secret).update(body).digest().subarray(0, MAC_BYTES)
}

function checksumOf(signed: Uint8Array): Buffer {
  return createHash('sha256').update(signed).digest().subarray(0, CHECKSUM_BYTES)
}

function varint(value: number): Buffer {
  const bytes: number[] = []
  let rest = value
  while (rest >= 128) {
    bytes.push((rest % 128) + 128)
    rest = Math.floor(rest / 128)
  }
  return Buffer.from([...bytes, rest])
}

function readVarint(bytes: Uint8Array): number {
  return bytes.reduce((sum, byte, index) => sum + (byte & 127) * 128 ** index, 0)
}
