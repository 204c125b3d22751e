import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { createClient } from '@supabase/supabase-js'
import postgres from 'souk-backend/postgres'
import { freePort } from 'souk-backend/testing'
import { endpointAt, type StripeStandIn, startStripe } from '../payments/testing/stripe-stand-in.ts'
import { postmasterPid, privateFolder, publishableKeyOf, type SoukProcess, startSouk } from './souk-process.ts'

export const PASSWORD = 'quiet-lantern-42'
const SECRETS = { platform: 'whsec_platform', accounts: 'whsec_accounts' }
const ADS = 12

/** What was asked was refused for a reason; anything else that goes wrong is a fault. */
export class Refused extends Error {
  override readonly name = 'Refused'
  readonly code: string

  constructor(code: string, message: string) {
    super(`${code} ${message}`)
    this.code = code
  }
}

export interface Shopper {
  readonly id: string
  readonly token: string
  readonly email: string
}

/** A market with Stripe's stand-in whose server and database are ended at any moment and started again. */
export interface StripeShop {
  readonly url: string
  readonly stripe: StripeStandIn
  readonly sellers: readonly Shopper[]
  readonly buyers: readonly Shopper[]
  readonly moderator: Shopper
  readonly ads: readonly { readonly id: string; readonly seller_id: string }[]
  readonly kills: { server: number; database: number }
  /** The database as its owner; asks again after it was ended. */
  ask<Row>(work: (sql: postgres.Sql) => Promise<Row>): Promise<Row>
  /** One request; while the server is gone it waits and asks again, as an application does. @throws {Refused} */
  call(who: Shopper, path: string, body: object): Promise<unknown>
  /** kill -9 of the server, and of its database as well if asked. Resolves when it runs again. */
  kill(isDatabaseToo: boolean): Promise<void>
  close(): Promise<void>
}

export async function openStripeShop(): Promise<StripeShop> {
  const folder = await privateFolder('migrations')
  const stripe = await startStripe()
  const environment = {
    DEMO: '0',
    PORT: String(await freePort()),
    PAYMENTS: 'stripe',
    STRIPE_SECRET_KEY: 'sk_test_standin',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_standin',
    STRIPE_WEBHOOK_SECRET: Object.values(SECRETS).join(','),
    STRIPE_API_URL: stripe.url,
  }
  let souk: SoukProcess = await startSouk(folder.path, environment)
  const { url } = souk
  const webhooks = `${url}/functions/v1/stripe-webhooks`
  stripe.endpoints = [endpointAt(webhooks, SECRETS.platform), endpointAt(webhooks, SECRETS.accounts, true)]
  const key = await publishableKeyOf(url)
  let sql = connect(folder.path)
  /** Pending while it is started again. */
  let up: Promise<void> = Promise.resolve()

  const ask: StripeShop['ask'] = async (work) => {
    for (const deadline = Date.now() + 120_000; ; await wait(50)) {
      await up
      try {
        return await work(sql)
      } catch (error) {
        if (!isGone(error) || Date.now() > deadline) throw error
      }
    }
  }
  const call: StripeShop['call'] = async (who, path, body) => {
    for (const deadline = Date.now() + 120_000; ; await wait(50)) {
      await up
      const answer = await post(`${url}/${path}`, key, who, body).catch(() => null)
      if (answer && answer.status < 400) return answer.body
      // Gone, or up with a database that is being started.
      if ((answer === null || answer.status >= 500) && Date.now() < deadline && answer?.code !== 'SK948') continue
      throw new Refused(answer?.code ?? 'none', `${path} answered ${answer?.status}: ${JSON.stringify(answer?.body)}`)
    }
  }
  const kills = { server: 0, database: 0 }
  const restart = async (isDatabaseToo: boolean): Promise<void> => {
    if (isDatabaseToo) process.kill(postmasterPid(folder.path), 'SIGKILL')
    await souk.end('SIGKILL')
    kills[isDatabaseToo ? 'database' : 'server'] += 1
    souk = await startSouk(folder.path, environment)
    if (isDatabaseToo) {
      void sql.end({ timeout: 0 })
      sql = connect(folder.path)
    }
  }
  const people = async (count: number) => {
    const all = Array.from({ length: count }, (_, at) => signUp(url, key, `shopper-${Math.random()}-${at}@example.com`))
    return Promise.all(all)
  }
  const [sellers, buyers, [moderator]] = await Promise.all([people(2), people(3), people(1)])
  if (!moderator) throw new Error('no moderator')
  const ads = await prepare(sql, { sellers, moderator, everybody: [...sellers, ...buyers, moderator] })
  for (const seller of sellers) await call(seller, 'functions/v1/payout-account', {})
  for (const account of stripe.accounts.keys()) stripe.completeAccount(account)
  await stripe.deliver()
  return {
    url,
    stripe,
    sellers,
    buyers,
    moderator,
    ads,
    kills,
    ask,
    call,
    kill: (isDatabaseToo) => {
      up = up.then(() => restart(isDatabaseToo))
      return up
    },
    async close() {
      await sql.end({ timeout: 1 })
      await souk.end()
      await stripe.end()
      await folder.remove()
    },
  }
}

function connect(dataDir: string): postgres.Sql {
  const [, , , port, host] = readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')
  const { password } = JSON.parse(readFileSync(join(dataDir, 'secrets/postgres.json'), 'utf8'))
  return postgres({
    host: host || '127.0.0.1',
    port: Number(port),
    user: 'postgres',
    password,
    max: 4,
    // Asked for on a connection that is ended meanwhile, they would be a rejection that nobody sees.
    fetch_types: false,
    onnotice: () => undefined,
  })
}

function isGone(error: unknown): boolean {
  const { code = '' } = error as { code?: string } // whatever is thrown
  return /^(?:57P0\d|ECONN|CONNECTION_|EPIPE|ENOENT)/.test(code)
}

async function post(url: string, apikey: string, { token }: Shopper, body: object) {
  const answer = await fetch(url, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', apikey, authorization: `Bearer ${token}` },
    signal: AbortSignal.timeout(60_000),
  })
  const text = await answer.text()
  const said: unknown = text === '' ? null : JSON.parse(text)
  const code = (said as { code?: string } | null)?.code
  return { status: answer.status, body: said, code }
}

async function signUp(url: string, key: string, email: string): Promise<Shopper> {
  const client = createClient(url, key, { auth: { persistSession: false, autoRefreshToken: false } })
  const { data, error } = await client.auth.signUp({ email, password: PASSWORD })
  if (error || !data.session) throw error ?? new Error('the sign-up gave no session')
  return { id: data.session.user.id, token: data.session.access_token, email }
}

interface Shoppers {
  readonly sellers: readonly Shopper[]
  readonly moderator: Shopper
  readonly everybody: readonly Shopper[]
}

async function prepare(sql: postgres.Sql, { sellers, moderator, everybody }: Shoppers): Promise<StripeShop['ads']> {
  await sql`update public.profiles set trust_level = 3 where id in ${sql(everybody.map(({ id }) => id))}`
  await sql`update public.profiles set role = 'moderator' where id = ${moderator.id}`
  await sql`update public.rate_limits set allowed = 1000000`
  return sql<{ id: string; seller_id: string }[]>`
    insert into public.listings (seller_id, category, title, description, price_minor, condition, city, state, delivery, ship_cost_minor,
      first_published_at, expires_at)
    select (${sql.json(sellers.map(({ id }) => id))}::jsonb ->> (number % 2))::uuid, 'armchairs', 'Reading chair ' || number,
      'Bought two years ago, sat in on Sundays only.', 12000, 'good', 'Lisbon', 'active', 'both', 420, now(), now() + interval '30 days'
    from generate_series(1, ${ADS}::integer) as number returning id, seller_id`
}
