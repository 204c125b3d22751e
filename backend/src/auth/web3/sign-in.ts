import { createHash } from 'node:crypto'
import type { Web3Chain } from '../../config/federation.ts'
import type { Client } from '../client.ts'
import type { AuthContext } from '../context.ts'
import { AuthError, invalid, OAuthStyleError } from '../errors.ts'
import { announceNewUser } from '../hooks/new-users.ts'
import { askBeforeNewAccount, decideAccount } from '../providers/account-decision.ts'
import type { ProviderClaims } from '../providers/claims.ts'
import type { Queryable } from '../queryable.ts'
import { type OpenedSession, openSession } from '../sessions/sessions.ts'
import type { TokenBody } from '../tokens/token-body.ts'
import { inTransaction } from '../users/users.ts'
import { requireMeantForUs, WINDOW_MS } from './meant-for-us.ts'
import { readSignInMessage, type SignInMessage } from './message.ts'

const SHORTEST_BYTES = 64
const LONGEST_BYTES = 20 * 1024

/** @throws {AuthError} `web3_provider_disabled` if no wallet may sign in */
export function requireWeb3({ config }: AuthContext): void {
  if (config.auth.web3.length === 0) throw new AuthError('web3_provider_disabled')
}

/** POST /token?grant_type=web3: opens a session for a message signed by a wallet. */
export async function signInWithWeb3(context: AuthContext, body: TokenBody, client: Client): Promise<OpenedSession> {
  const chain = requireChain(context, body.chain)
  const text = body.message ?? ''
  const bytes = Buffer.byteLength(text)
  if (bytes < SHORTEST_BYTES) throw invalid('message is too short')
  if (bytes > LONGEST_BYTES) throw invalid('message must not exceed 20KB')
  const message = readSignInMessage(chain, text)
  // Loaded by the first wallet: the curves would delay every start.
  const { isSignedByItsAddress } = await import('./signature.ts')
  if (!isSignedByItsAddress(message, body.signature ?? '')) {
    throw new OAuthStyleError('invalid_grant', 'Signature does not match address in message')
  }
  requireMeantForUs(context.config.auth, message, new Date())

  const arrival = { provider: 'web3', claims: claimsOf(message), client }
  await askBeforeNewAccount(context, arrival)
  const { userId, session } = await inTransaction(context, async (sql) => {
    await consumeMessage(sql, message)
    const flow = { redirectTo: context.config.auth.siteUrl, pkce: null }
    const decided = await decideAccount(context, sql, { ...arrival, flow })
    if (decided.kind === 'refused') throw decided.error // only accounts with an address are refused, and wallets have none
    const session = await openSession(context, sql, { userId: decided.userId, method: 'web3', client })
    if (!session) throw new AuthError('user_not_found')
    return { userId: decided.userId, session }
  })
  await announceNewUser(context, userId)
  return session
}

function requireChain({ config }: AuthContext, given: string | undefined): Web3Chain {
  if (given !== 'ethereum' && given !== 'solana') throw new AuthError('web3_unsupported_chain')
  if (config.auth.web3.includes(given)) return given
  const title = given === 'ethereum' ? 'Ethereum' : 'Solana'
  throw new AuthError('web3_provider_disabled', { message: `${title} Web3 provider is disabled` })
}

/**
 * A message opens only one session, recorded in the transaction that opens it. It is identified by the signed text, because
 * the same text can have several signatures.
 */
async function consumeMessage(sql: Queryable, message: SignInMessage): Promise<void> {
  const digest = createHash('sha256').update(`${message.chain}\n${message.text}`).digest()
  const until = new Date(message.issuedAt.getTime() + WINDOW_MS)
  await sql`
    delete from auth.web3_messages where digest in (
      select digest from auth.web3_messages where expires_at < now() - interval '1 minute' limit 50 for update skip locked)`
  const [fresh] = await sql`
    insert into auth.web3_messages (digest, expires_at) values (${digest}, ${until})
    on conflict do nothing returning digest`
  if (!fresh) throw new OAuthStyleError('invalid_grant', 'Message has already been used to sign in')
}

function claimsOf({ chain, address: written, network, domain, statement }: SignInMessage): ProviderClaims {
  // Ethereum addresses are case-insensitive; one wallet is one account.
  const address = chain === 'ethereum' ? written.toLowerCase() : written
  const subject = `web3:${chain}:${address}`
  return {
    subject,
    email: null,
    emailVerified: false,
    data: {
      sub: subject,
      custom_claims: {
        address,
        chain,
        domain,
        ...(network === null ? {} : { network }),
        ...(statement === null ? {} : { statement }),
      },
      email_verified: false,
      phone_verified: false,
    },
  }
}
