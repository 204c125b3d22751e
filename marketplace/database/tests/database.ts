import { randomUUID } from 'node:crypto'
import postgres, { type Sql, type TransactionSql } from 'souk-backend/postgres'
import { inject } from 'vitest'
import { explainRefusal } from '../../contract/refusals/explain.ts'
import type { Refusal as Problem } from '../../contract/refusals/refusal.ts'

declare module 'vitest' {
  interface ProvidedContext {
    connection: { host: string; port: number; path?: string; user: string; password: string; database: string }
  }
}

let pool: Sql | null = null

function connect(): Sql {
  const { host, port, path, user, password, database } = inject('connection')
  pool ??= postgres({
    host,
    port,
    ...(path ? { path } : {}),
    user,
    password,
    database,
    max: 1,
    onnotice: () => undefined,
  })
  return pool
}

export interface Refusal {
  readonly code: string
  /** The message for users, in English. */
  readonly message: string
  /** The HTTP status of the data API; null when the code is PostgreSQL's own. */
  readonly status: number | null
}

/** A data API user: every statement runs with their role and claims, as one of their requests would. */
export class Person {
  readonly id: string
  readonly #sql: TransactionSql
  readonly #role: string

  constructor(sql: TransactionSql, role: string, id: string) {
    this.#sql = sql
    this.#role = role
    this.id = id
  }

  /** Returns the statement's rows; an error rolls back this statement only, and has the message for users. */
  does<Row>(statement: (sql: TransactionSql) => Promise<Row>): Promise<Row> {
    return this.#does(statement).catch(translateRefusal)
  }

  async #does<Row>(statement: (sql: TransactionSql) => Promise<Row>): Promise<Row> {
    const claims = this.#role === 'anon' ? { role: 'anon' } : { sub: this.id, role: this.#role }
    const answer = await this.#sql.savepoint(async (sql) => {
      await sql`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true), set_config('role', ${this.#role}, true)`
      const rows = await statement(sql)
      await sql`select set_config('role', 'none', true), set_config('request.jwt.claims', '', true)`
      return { rows }
    })
    return (answer as { rows: Row }).rows // savepoint returns what the callback returned
  }

  /** The refusal of the statement. @throws when it succeeds */
  async isRefused(statement: (sql: TransactionSql) => Promise<unknown>): Promise<Refusal> {
    try {
      await this.does(statement)
    } catch (error) {
      if (error instanceof postgres.PostgresError) {
        const { code, message, detail } = error
        return { code, message, status: explainRefusal(code, detail)?.status ?? null }
      }
      throw error
    }
    throw new Error('The statement was not refused')
  }
}

/** The message for users of a problem found by SQL. */
export function said(problem: Problem | null | undefined): string | null {
  return problem ? (explainRefusal(problem.code, problem.details)?.message ?? problem.code) : null
}

/** Translates codes with parameters raised by SQL into a message, as the data API does. */
function translateRefusal(error: unknown): never {
  if (error instanceof postgres.PostgresError)
    error.message = explainRefusal(error.code, error.detail)?.message ?? error.message
  throw error
}

export interface Market {
  /** The database owner, who bypasses all policies: for test setup. */
  readonly owner: TransactionSql
  readonly visitor: Person
  /** A new account, as after sign-up. */
  person(firstName?: string): Promise<Person>
  /** A person without the limits of new accounts. */
  trusted(firstName?: string): Promise<Person>
  /** A storage object in the person's folder. @returns its name */
  photoOf(person: Person): Promise<string>
  /** A draft that lacks only a photo. @returns its id */
  draftOf(person: Person, content?: Record<string, string | number | null>): Promise<string>
  /** A published ad with one photo. @returns its id */
  adOf(person: Person, content?: Record<string, string | number | null>): Promise<string>
  /** A conversation that `buyer` opened about an ad. @returns its id */
  talkAbout(ad: string, buyer: Person): Promise<string>
}

const ROLLED_BACK = Symbol('taken back')

/** Runs a test on a market whose changes are rolled back at the end. */
export async function onMarket(test: (market: Market) => Promise<void>): Promise<void> {
  await runRolledBack(test, 'pg_advisory_xact_lock_shared')
}

/**
 * The same, excluding all other tests meanwhile: for changes to rows that other tests also use, such as the category tree. Concurrent
 * transactions could deadlock.
 */
export async function onMarketAlone(test: (market: Market) => Promise<void>): Promise<void> {
  await runRolledBack(test, 'pg_advisory_xact_lock')
}

const MARKET_LOCK = 20_261_121

async function runRolledBack(
  test: (market: Market) => Promise<void>,
  lock: 'pg_advisory_xact_lock' | 'pg_advisory_xact_lock_shared',
): Promise<void> {
  try {
    await connect().begin(async (sql) => {
      await sql`select ${sql.unsafe(lock)}(${MARKET_LOCK})`
      await test(marketOf(sql))
      throw ROLLED_BACK
    })
  } catch (error) {
    if (error !== ROLLED_BACK) throw error
  }
}

function marketOf(owner: TransactionSql): Market {
  async function person(firstName = 'Anna', trust = 0): Promise<Person> {
    const id = randomUUID()
    await owner`
      insert into auth.users (id, email, email_confirmed_at, raw_user_meta_data)
      values (${id}, ${`${id}@example.com`}, now(), ${owner.json({ first_name: firstName, last_name: 'Silva', phone: '+351 912 345 678' })})`
    if (trust > 0) await owner`update public.profiles set trust_level = ${trust} where id = ${id}`
    return new Person(owner, 'authenticated', id)
  }

  async function photoOf(someone: Person): Promise<string> {
    const name = `${someone.id}/${randomUUID()}.jpg`
    await owner`
      insert into storage.objects (bucket_id, name, metadata)
      values ('listing-photos', ${name}, '{"width": 1200, "height": 900, "size": 120000, "mimetype": "image/jpeg"}')`
    return name
  }

  async function draftOf(someone: Person, content: Record<string, string | number | null> = {}): Promise<string> {
    const draft = { ...AN_AD, ...content }
    const [row] = await someone.does(
      (sql) => sql<{ id: string }[]>`insert into public.listings ${sql(draft)} returning id`,
    )
    if (!row) throw new Error('no draft')
    return row.id
  }

  async function adOf(someone: Person, content: Record<string, string | number | null> = {}): Promise<string> {
    const id = await draftOf(someone, content)
    const path = await photoOf(someone)
    await someone.does(
      (sql) => sql`insert into public.listing_photos (listing_id, path, alt) values (${id}, ${path}, 'An armchair')`,
    )
    await someone.does((sql) => sql`select public.publish_listing(${id})`)
    return id
  }

  async function talkAbout(ad: string, buyer: Person): Promise<string> {
    const [row] = await buyer.does(
      (sql) =>
        sql<{ id: string }[]>`select id from public.start_conversation(${ad}, 'Is it still there?', ${randomUUID()})`,
    )
    if (!row) throw new Error('no conversation')
    return row.id
  }

  return {
    owner,
    visitor: new Person(owner, 'anon', ''),
    person,
    trusted: (firstName) => person(firstName, 1),
    photoOf,
    draftOf,
    adOf,
    talkAbout,
  }
}

const AN_AD = {
  category: 'armchairs',
  title: 'Reading chair in mustard corduroy',
  description: 'Bought two years ago, sat in on Sundays only. Comes with its cushion.',
  price_minor: 12_000,
  condition: 'good',
  city: 'Lisbon',
  area: 'Estrela',
  lat: 38.7131,
  lng: -9.1594,
}
