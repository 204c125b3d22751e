import { ed25519 } from '@noble/curves/ed25519.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { base58 } from '@scure/base'
import { invalid } from '../errors.ts'
import type { SignInMessage } from './message.ts'

const ETHEREUM_SIGNATURE = /^0x[0-9a-f]{128}(00|01|1b|1c)$/i
const SOLANA_SIGNATURE = /^([A-Za-z0-9+/]{86}(==)?|[A-Za-z0-9_-]{86}(==)?)$/

/**
 * Whether the wallet with the message's address signed exactly this text.
 * @throws {AuthError} `validation_failed` for text that doesn't have the form of a signature of that chain.
 */
export function isSignedByItsAddress(message: SignInMessage, signature: string): boolean {
  return message.chain === 'ethereum' ? isSignedOnEthereum(message, signature) : isSignedOnSolana(message, signature)
}

/** EIP-191: the address is recovered from the signature. Contract wallets are not supported: checking them requires a node. */
function isSignedOnEthereum({ text, address }: SignInMessage, signature: string): boolean {
  if (!/^0x[0-9a-f]{130}$/i.test(signature)) throw invalid('signature must be 65 bytes encoded as hex, 0x before them')
  if (!ETHEREUM_SIGNATURE.test(signature)) return false
  const signed = Buffer.from(signature.slice(2), 'hex')
  const message = Buffer.from(text)
  const hash = keccak_256(Buffer.concat([Buffer.from(`\x19Ethereum Signed Message:\n${message.length}`), message]))
  try {
    // The last byte is the recovery id: 0 or 1, or 27 or 28 from older wallets.
    const recovery = (signed[64] ?? 0) % 27
    const point = secp256k1.Signature.fromBytes(signed.subarray(0, 64)).addRecoveryBit(recovery).recoverPublicKey(hash)
    const signer = Buffer.from(keccak_256(point.toBytes(false).subarray(1)).subarray(-20)).toString('hex')
    return `0x${signer}` === address.toLowerCase()
  } catch {
    return false // not a point on the curve: no valid signature
  }
}

function isSignedOnSolana({ text, domain, address }: SignInMessage, signature: string): boolean {
  if (!SOLANA_SIGNATURE.test(signature)) throw invalid('signature must be 64 bytes encoded as base64')
  const key = keyOf(address)
  if (key === null) return false
  const bytes = new TextEncoder().encode(text)
  const signed = Buffer.from(signature, 'base64') // accepts both alphabets
  const domains = [new Uint8Array(32), ...inDomainField(domain)]
  const candidates = [bytes, ...domains.map((field) => ledgerEnvelope(field, key, bytes))]
  // Strict RFC 8032: rejects keys of small order, with which one signature would match many messages.
  return candidates.some((candidate) => ed25519.verify(signed, candidate, key, { zip215: false }))
}

function keyOf(address: string): Uint8Array | null {
  try {
    const key = base58.decode(address)
    return key.length === 32 ? key : null
  } catch {
    return null
  }
}

function inDomainField(domain: string): Uint8Array[] {
  const name = Buffer.from(domain)
  if (name.length > 32) return []
  const field = new Uint8Array(32)
  field.set(name)
  return [field]
}

/**
 * What a hardware wallet signs instead of the text (Solana off-chain messages, version 0): signing domain, version,
 * application domain, format, number of signers, signer, length in two bytes (little endian), text.
 */
function ledgerEnvelope(applicationDomain: Uint8Array, signer: Uint8Array, text: Uint8Array): Uint8Array {
  const length = Buffer.alloc(2)
  length.writeUInt16LE(text.length)
  return Buffer.concat([
    Buffer.from([0xff]),
    Buffer.from('solana offchain'),
    Buffer.from([0]),
    applicationDomain,
    Buffer.from([0, 1]),
    signer,
    length,
    text,
  ])
}
