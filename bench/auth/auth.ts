import { createPublicKey, type JsonWebKey, verify as verifySignature } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import * as argon2 from '@node-rs/argon2'
import { exportJWK, generateKeyPair } from 'jose'
import { ARGON2ID } from '../../backend/src/auth/passwords/password-hashes.ts'
import { createKeyring } from '../../backend/src/jwt/keyring.ts'
import { byTurns, costFigure, type Figure, percentile, rateFigure, ratePerSecond } from '../figure.ts'
import { httpLoad } from '../harness/http-load.ts'
import { httpRate } from '../harness/load.ts'
import type { Market } from '../harness/market.ts'
import { costOf } from '../harness/processor-time.ts'

const PASSWORD = 'quiet-lantern-42'
const IN_FLIGHT = 8
const SECONDS = 3
const PROBE_PAUSE_MS = 15
const TRIES = 200
const TOKENS = 2000
/** Sign-ins whose CPU time is measured. */
const COUNTED = 160
/** Warm-up sign-ins, so that optimised code is measured and not its compilation. */
const WARM_UP = 200

/** Sign-in under load, token refresh, token checks, and whether response times reveal accounts. */
export async function auth(open: () => Promise<Market>): Promise<Figure[]> {
  const market = await open()
  const email = 'auth-bench@example.com'
  const { error } = await market.visitor().auth.signUp({ email, password: PASSWORD })
  if (error) throw error
  return [
    ...(await signingIn(market, email)),
    await refreshing(market, email),
    await askingWho(market, email),
    await verifying(),
    await timing(market, email),
  ]
}

async function signingIn(market: Market, email: string): Promise<Figure[]> {
  const hash = await argon2.hash(PASSWORD, ARGON2ID)
  await manySignIns(market, email, WARM_UP)
  const waits: number[] = []
  const measured = await byTurns({
    limit: () => ratePerSecond(availableParallelism(), SECONDS, () => argon2.verify(hash, PASSWORD)),
    async ours() {
      const { rate, samples } = await signInsWithProbe(market, email)
      waits.push(...samples)
      return rate
    },
  })
  const hashCost = await costOfOneHash(hash)
  return [
    rateFigure({ name: 'sign-in', unit: 'per second', ...measured, goal: '0.9' }),
    costFigure({
      name: 'sign-in, processor time of the server',
      unit: 'µs',
      limit: hashCost,
      ours: await costOfOneSignIn(market, email),
      goal: '0.9',
    }),
    costFigure({ name: 'cheap request meanwhile, p95', unit: 'ms', ours: percentile(waits, 0.95), goal: '25 ms' }),
  ]
}

/** Maximum sign-in rate, with one small request after another beside it. */
async function signInsWithProbe(market: Market, email: string) {
  const body = JSON.stringify({ email, password: PASSWORD })
  const headers = { apikey: market.publishableKey, 'content-type': 'application/json' }
  const url = `${market.url}/auth/v1/token?grant_type=password`
  const samples: number[] = []
  let isOver = false
  const probe = (async () => {
    await wait(300)
    while (!isOver) {
      const startedAt = performance.now()
      await (await fetch(`${market.url}/auth/v1/settings`)).text()
      samples.push(performance.now() - startedAt)
      await wait(PROBE_PAUSE_MS)
    }
  })()
  const rate = await httpRate({ url, method: 'POST', headers, body }, IN_FLIGHT, SECONDS)
  isOver = true
  await probe
  return { rate, samples }
}

/** CPU microseconds of the server, without its database, for one sign-in; over a fixed number of sign-ins. */
async function costOfOneSignIn(market: Market, email: string): Promise<number> {
  const { cost } = await costOf([market.pid], async () => {
    await manySignIns(market, email, COUNTED)
    return { requests: COUNTED, perSecond: 0, p50: 0, p95: 0, p99: 0 }
  })
  return cost
}

/** Signs in `number` times, eight at a time. */
async function manySignIns(market: Market, email: string, number: number): Promise<void> {
  let left = number
  const loops = Array.from({ length: IN_FLIGHT }, async () => {
    while (left-- > 0) await signInBare(market, email, PASSWORD)
  })
  await Promise.all(loops)
}

/** CPU microseconds of one hash, with as many in parallel as sign-ins have: they share memory bandwidth. */
async function costOfOneHash(hash: string): Promise<number> {
  let left = COUNTED
  const before = process.cpuUsage()
  const loops = Array.from({ length: availableParallelism() }, async () => {
    while (left-- > 0) await argon2.verify(hash, PASSWORD)
  })
  await Promise.all(loops)
  const { user, system } = process.cpuUsage(before)
  return (user + system) / COUNTED
}

/** As many sessions as connections, each refreshing its token repeatedly. */
async function refreshing(market: Market, email: string): Promise<Figure> {
  const chains = await Promise.all(Array.from({ length: IN_FLIGHT }, () => signIn(market, email)))
  const tokens = chains.map(({ refreshToken }) => refreshToken)
  let next = 0
  const rate = await ratePerSecond(IN_FLIGHT, SECONDS, async () => {
    const chain = next++ % IN_FLIGHT
    const token = tokens[chain]
    // Another loop is refreshing this session.
    if (token === undefined) return wait(1)
    delete tokens[chain]
    const answer = await fetch(`${market.url}/auth/v1/token?grant_type=refresh_token`, {
      method: 'POST',
      headers: { apikey: market.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ refresh_token: token }),
    })
    if (!answer.ok) throw new Error(`a refresh was answered ${answer.status}`)
    tokens[chain] = ((await answer.json()) as { refresh_token: string }).refresh_token
  })
  return rateFigure({ name: 'refresh', unit: 'per second', ours: rate, goal: 'more than 500' })
}

async function askingWho(market: Market, email: string): Promise<Figure> {
  const { accessToken } = await signIn(market, email)
  const headers = { apikey: market.publishableKey, authorization: `Bearer ${accessToken}` }
  const target = { url: `${market.url}/auth/v1/user`, headers }
  await httpLoad(target, { connections: IN_FLIGHT, requests: 500 })
  const { perSecond } = await httpLoad(target, { connections: IN_FLIGHT, seconds: SECONDS })
  return rateFigure({ name: 'get user', unit: 'per second', ours: perSecond, goal: 'more than 1000' })
}

/** Verifies tokens that are not cached, against the bare verification of such a signature. */
async function verifying(): Promise<Figure> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = { ...(await exportJWK(privateKey)), alg: 'ES256', kid: 'bench', key_ops: ['sign'] }
  const noKeys = { publishableKey: '', secretKey: '', anonKey: '', serviceRoleKey: '' }
  const keyring = await createKeyring({ keys: [jwk] }, new Uint8Array(32), async () => noKeys)
  const exp = Math.floor(Date.now() / 1000) + 3600
  const made = Array.from({ length: TOKENS }, (_, n) => keyring.sign({ sub: String(n), aud: 'authenticated', exp }))
  const tokens = await Promise.all(made)
  const [published] = keyring.publicJwks().keys
  const publicKey = createPublicKey({ key: published as JsonWebKey, format: 'jwk' })
  const key = { key: publicKey, dsaEncoding: 'ieee-p1363' as const }
  const measured = await byTurns({
    async limit() {
      const startedAt = performance.now()
      for (const token of tokens) {
        const cut = token.lastIndexOf('.')
        const signature = Buffer.from(token.slice(cut + 1), 'base64url')
        if (!verifySignature('sha256', Buffer.from(token.slice(0, cut)), key, signature))
          throw new Error('not verified')
      }
      return (TOKENS / (performance.now() - startedAt)) * 1000
    },
    async ours() {
      const fresh = await createKeyring({ keys: [jwk] }, new Uint8Array(32), async () => noKeys)
      const startedAt = performance.now()
      for (const token of tokens) await fresh.verify(token)
      return (TOKENS / (performance.now() - startedAt)) * 1000
    },
  })
  return rateFigure({ name: 'token verified here, never seen before', unit: 'per second', ...measured, goal: '0.5' })
}

/** Alternates wrong passwords for an existing and a missing account: the difference of the medians is what timing reveals. */
async function timing(market: Market, email: string): Promise<Figure> {
  const time = async (address: string) => {
    const startedAt = performance.now()
    await signInBare(market, address, 'wrong-password')
    return performance.now() - startedAt
  }
  const known: number[] = []
  const unknown: number[] = []
  for (let n = 0; n < TRIES; n++) {
    known.push(await time(email))
    unknown.push(await time(`nobody-${n}@example.com`))
  }
  return costFigure({
    name: 'wrong password, unknown against known',
    unit: 'ms',
    limit: percentile(known, 0.5),
    ours: percentile(unknown, 0.5),
    goal: '0.90 to 1.10',
  })
}

async function signInBare(market: Market, email: string, password: string): Promise<void> {
  const answer = await fetch(`${market.url}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: market.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  await answer.text()
}

async function signIn(market: Market, email: string): Promise<{ accessToken: string; refreshToken: string }> {
  const { data, error } = await market.visitor().auth.signInWithPassword({ email, password: PASSWORD })
  if (error) throw error
  return { accessToken: data.session.access_token, refreshToken: data.session.refresh_token }
}
