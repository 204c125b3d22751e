import type { Web3Chain } from '../../config/federation.ts'
import { type AuthError, invalid } from '../errors.ts'

/** A message for a wallet to sign: Sign-In with Ethereum (EIP-4361), or its Solana equivalent. */
export interface SignInMessage {
  readonly chain: Web3Chain
  /** The signed text, unchanged. */
  readonly text: string
  /** Host with optional port, as the wallet showed it to the user. */
  readonly domain: string
  /** As written: an Ethereum address may be in any letter case. */
  readonly address: string
  readonly statement: string | null
  readonly uri: URL
  /** A number for Ethereum; `solana:mainnet` or similar for Solana. */
  readonly network: string | null
  readonly issuedAt: Date
  readonly expiresAt: Date | null
  readonly notBefore: Date | null
}

const GRAMMARS = {
  ethereum: {
    prefix: 'siwe',
    title: 'Ethereum',
    address: /^0x[0-9a-fA-F]{40}$/,
    network: /^[1-9][0-9]{0,18}$/,
    needsNetwork: true,
  },
  solana: {
    prefix: 'siws',
    title: 'Solana',
    address: /^[1-9A-HJ-NP-Za-km-z]{32,44}$/,
    network: /^solana:(mainnet|devnet|testnet|localnet)$/,
    needsNetwork: false,
  },
} as const

const LEAST_LINES = 6
const HOST = /^(localhost|[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+)(:[0-9]{1,5})?$/i
const LONGEST_HOST = 260
const RFC_3339 = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/
const KNOWN = new Set([
  'URI',
  'Version',
  'Chain ID',
  'Nonce',
  'Issued At',
  'Expiration Time',
  'Not Before',
  'Request ID',
])

/**
 * Parses a message of either chain. EIP-4361 libraries require a nonce and a fixed order of fields; clients of this protocol
 * guarantee neither, so its own rules are applied here.
 * @throws {AuthError} `validation_failed`, with `siwe:` or `siws:` before the reason.
 */
export function readSignInMessage(chain: Web3Chain, text: string): SignInMessage {
  const { prefix, title, address: addressPattern, network: networkPattern, needsNetwork } = GRAMMARS[chain]
  const wrong = (what: string): AuthError => invalid(`${prefix}: ${what}`)
  const lines = text.split('\n')
  if (lines.length < LEAST_LINES) throw wrong(`message needs at least ${LEAST_LINES} lines`)

  const [first = '', address = '', third] = lines
  const opening = ` wants you to sign in with your ${title} account:`
  if (!first.endsWith(opening)) throw wrong('message does not begin with the sentence of a sign-in')
  const domain = first.slice(0, -opening.length)
  if (domain.length > LONGEST_HOST || !HOST.test(domain)) throw wrong('domain in the first line is not valid')
  if (!addressPattern.test(address)) throw wrong('address in the second line is not valid')
  if (third !== '') throw wrong('third line must be empty')

  const hasStatement = lines[3] !== '' && lines[4] === ''
  const fields = readFields(lines.slice(hasStatement ? 5 : 3), wrong)
  const time = (name: string) => readTime(fields.get(name), () => wrong(`${name} is not a valid time`))
  const uri = fields.get('URI')
  if (uri === undefined || !URL.canParse(uri)) throw wrong('URI is missing or not absolute')
  if (fields.get('Version') !== '1') throw wrong('Version must be 1')
  const network = fields.get('Chain ID') ?? null
  if (network === null ? needsNetwork : !networkPattern.test(network)) throw wrong('Chain ID is not valid')
  const issuedAt = time('Issued At')
  if (issuedAt === null) throw wrong('Issued At is missing')
  return {
    chain,
    text,
    domain,
    address,
    statement: hasStatement ? (lines[3] ?? null) : null,
    uri: new URL(uri),
    network,
    issuedAt,
    expiresAt: time('Expiration Time'),
    notBefore: time('Not Before'),
  }
}

/** `Key: value` lines in any order; blank lines, unknown keys and the list of resources are ignored. */
function readFields(lines: readonly string[], wrong: (what: string) => AuthError): Map<string, string> {
  const fields = new Map<string, string>()
  let inResources = false
  for (const line of lines) {
    if (line.trim() === '' || (inResources && line.startsWith('- '))) continue
    const colon = line.indexOf(':')
    if (colon < 0) throw wrong('a line has no colon')
    const key = line.slice(0, colon).trim()
    inResources = key === 'Resources'
    if (!KNOWN.has(key)) continue
    // The wallet may not have shown the second value.
    if (fields.has(key)) throw wrong(`${key} is given twice`)
    fields.set(key, line.slice(colon + 1).trim())
  }
  return fields
}

function readTime(text: string | undefined, wrong: () => AuthError): Date | null {
  if (text === undefined) return null
  const time = new Date(text)
  if (!RFC_3339.test(text) || Number.isNaN(time.getTime())) throw wrong()
  return time
}
