import { randomUUID } from 'node:crypto'
import postgres, { type Sql, type TransactionSql } from 'postgres'
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
  /** What people read, in English. */
  readonly message: string
  /** What the data API answers with; null where the code is PostgreSQL's. */
  readonly status: number | null
}

/** Somebody at the data API: every statement runs with their role and claims, as a request of theirs would. */
export class Person {
  readonly id: string
  readonly #sql: TransactionSql
  readonly #role: string

  constructor(sql: TransactionSql, role: string, id: string) {
    this.#sql = sql
    this.#role = role
    this.id = id
  }

  /** What the statement gives; an error undoes only the statement, and says what people read. */
  does<Row>(statement: (sql: TransactionSql) => Promise<Row>): Promise<Row> {
    return this.#does(statement).catch(sayInWords)
  }

  async #does<Row>(statement: (sql: TransactionSql) => Promise<Row>): Promise<Row> {
    const claims = this.#role === 'anon' ? { role: 'anon' } : { sub: this.id, role: this.#role }
    const answer = await this.#sql.savepoint(async (sql) => {
      await sql`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true), set_config('role', ${this.#role}, true)`
      const rows = await statement(sql)
      await sql`select set_config('role', 'none', true), set_config('request.jwt.claims', '', true)`
      return { rows }
    })
    return (answer as { rows: Row }).rows // savepoint hands back what the callback returned
  }

  /** The refusal that the statement meets. @throws when it is let through */
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

/** A problem that SQL found, in the words that people read. */
export function said(problem: Problem | null | undefined): string | null {
  return problem ? (explainRefusal(problem.code, problem.details)?.message ?? problem.code) : null
}

/** SQL raises codes with parameters: the data API makes a sentence of them. */
function sayInWords(error: unknown): never {
  if (error instanceof postgres.PostgresError)
    error.message = explainRefusal(error.code, error.detail)?.message ?? error.message
  throw error
}

export interface Market {
  /** The owner of the database, past all policies: for what a test takes as given. */
  readonly owner: TransactionSql
  readonly visitor: Person
  /** A new account, as signing up leaves it. */
  person(firstName?: string): Promise<Person>
  /** A person without the limits of new accounts. */
  trusted(firstName?: string): Promise<Person>
  /** An object in storage, below the owner's folder. @returns its name */
  photoOf(person: Person): Promise<string>
  /** A draft that only lacks a photo. @returns its id */
  draftOf(person: Person, content?: Record<string, string | number | null>): Promise<string>
  /** An ad on offer with one photo. @returns its id */
  adOf(person: Person, content?: Record<string, string | number | null>): Promise<string>
  /** A conversation that `buyer` opened about an ad. @returns its id */
  talkAbout(ad: string, buyer: Person): Promise<string>
}

const TAKEN_BACK = Symbol('taken back')

/** A test on a market of its own: whatever it does is undone at the end. */
export async function onMarket(test: (market: Market) => Promise<void>): Promise<void> {
  await takenBack(test, 'pg_advisory_xact_lock_shared')
}

/**
 * The same with nobody else at the market meanwhile: for what changes rows that other tests use as well, such as the tree of
 * categories. Two transactions that wait for one another would end one of them.
 */
export async function onMarketAlone(test: (market: Market) => Promise<void>): Promise<void> {
  await takenBack(test, 'pg_advisory_xact_lock')
}

const THE_MARKET = 20_261_121

async function takenBack(
  test: (market: Market) => Promise<void>,
  lock: 'pg_advisory_xact_lock' | 'pg_advisory_xact_lock_shared',
): Promise<void> {
  try {
    await connect().begin(async (sql) => {
      await sql`select ${sql.unsafe(lock)}(${THE_MARKET})`
      await test(marketOf(sql))
      throw TAKEN_BACK
    })
  } catch (error) {
    if (error !== TAKEN_BACK) throw error
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
