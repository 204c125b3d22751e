import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  createSecretKey,
  type KeyObject,
  sign,
  timingSafeEqual,
  verify,
} from 'node:crypto'
import { publicPart, type SigningJwk } from './jwk-set.ts'

/**
 * Tokens as this installation writes them itself: compact JWS (RFC 7515) under one header, letter for letter. Nearly every token
 * that comes in is one. Signing and checking such a token takes less time than handing it to another thread, as jose's promises do.
 */
export interface OwnTokens {
  sign(claims: Readonly<Record<string, unknown>>): Promise<string>
  /**
   * Whether the signature of a token is this key's. Null when that is not for us to say: any other header, or letters that do not
   * belong into a token. Says nothing about its claims.
   */
  isGenuine(token: string): boolean | null
}

const LETTERS = /^[\w-]+$/

/** @throws {Error} when the key cannot be read */
export function ownTokens(jwk: SigningJwk): OwnTokens {
  const header = `${base64url(JSON.stringify({ alg: jwk.alg, typ: 'JWT', kid: jwk.kid }))}.`
  const { signatureOf, isSignatureOf } = jwk.kty === 'oct' ? withSecret(jwk) : withKeyPair(jwk)
  return {
    async sign(claims) {
      const signed = header + base64url(JSON.stringify(claims))
      return `${signed}.${(await signatureOf(Buffer.from(signed))).toString('base64url')}`
    },
    isGenuine(token) {
      if (!token.startsWith(header)) return null
      const end = token.indexOf('.', header.length)
      const signature = token.slice(end + 1)
      if (end < 0 || !LETTERS.test(token.slice(header.length, end)) || !LETTERS.test(signature)) return null
      return isSignatureOf(Buffer.from(token.slice(0, end)), Buffer.from(signature, 'base64url'))
    },
  }
}

interface Algorithm {
  signatureOf(data: Buffer): Buffer | Promise<Buffer>
  isSignatureOf(data: Buffer, signature: Buffer): boolean
}

function withSecret(jwk: SigningJwk): Algorithm {
  const secret = createSecretKey(jwk.k ?? '', 'base64url')
  const signatureOf = (data: Buffer) => createHmac('sha256', secret).update(data).digest()
  return {
    signatureOf,
    isSignatureOf(data, signature) {
      const expected = signatureOf(data)
      return signature.length === expected.length && timingSafeEqual(signature, expected)
    },
  }
}

function withKeyPair(jwk: SigningJwk): Algorithm {
  const digest = jwk.alg === 'EdDSA' ? null : 'sha256'
  // JWS has the two numbers of an ECDSA signature one after the other (RFC 7518 section 3.4); other algorithms do not look at it.
  // Said by the key itself, because Node takes a third longer over an object around it.
  const inJwsForm = (key: KeyObject) => Object.assign(key, { dsaEncoding: 'ieee-p1363' as const })
  const check = inJwsForm(createPublicKey({ key: publicPart(jwk), format: 'jwk' }))
  const seal = jwk.d === undefined ? null : inJwsForm(createPrivateKey({ key: jwk, format: 'jwk' }))
  return {
    signatureOf(data) {
      if (!seal) throw new Error(`The key ${jwk.kid} cannot sign.`)
      if (jwk.alg !== 'RS256') return sign(digest, data, seal)
      // RSA takes a millisecond, too long for the event loop.
      return new Promise((resolve, reject) => {
        sign(digest, data, seal, (error, signature) => (error ? reject(error) : resolve(signature)))
      })
    },
    isSignatureOf: (data, signature) => verify(digest, data, check, signature),
  }
}

function base64url(text: string): string {
  return Buffer.from(text).toString('base64url')
}
