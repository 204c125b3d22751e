import { randomUUID } from 'node:crypto'
import type { TransactionSql } from 'souk-backend/postgres'
import postgres from 'souk-backend/postgres'
import { describe, expect, test } from 'vitest'
import { eraseAccounts } from '../../jobs/erase-accounts.ts'
import { type Market, onMarket, type Person } from './database.ts'
import { jobContext } from './job-context.ts'
import { createMarketDay, verbs } from './market-day.ts'

const SECONDS_AGO = (seconds: number) => new Date(Date.now() - seconds * 1000)

interface Proof {
  readonly method: string
  readonly at: Date
}

/** Deletes the account in a session with this proof. @returns the result, or the refusal */
async function deleteAccount(
  { owner }: Market,
  person: Person,
  { proof = { method: 'password', at: SECONDS_AGO(10) } as Proof | null, aal = 'aal1' } = {},
): Promise<{ erase_at: string } | { code: string; message: string }> {
  const [session] = await owner<{ id: string }[]>`
    insert into auth.sessions (user_id, aal) values (${person.id}, ${aal}) returning id`
  if (proof) {
    await owner`
      insert into auth.mfa_amr_claims (session_id, authentication_method, updated_at)
      values (${session?.id ?? ''}, ${proof.method}, ${proof.at})`
  }
  const claims = { sub: person.id, role: 'authenticated', aal, session_id: session?.id }
  try {
    const answer = await owner.savepoint(async (sql) => {
      await sql`select set_config('request.jwt.claims', ${JSON.stringify(claims)}, true), set_config('role', 'authenticated', true)`
      const [row] = await sql<{ answer: { erase_at: string } }[]>`select public.delete_my_account() as answer`
      await sql`select set_config('role', 'none', true), set_config('request.jwt.claims', '', true)`
      return row?.answer
    })
    return answer as { erase_at: string }
  } catch (error) {
    if (error instanceof postgres.PostgresError) return { code: error.code, message: error.message }
    throw error
  }
}

const signIn = ({ owner }: Market, person: Person, aal = 'aal1') =>
  owner<{ id: string }[]>`insert into auth.sessions (user_id, aal) values (${person.id}, ${aal}) returning id`

const stateOf = async (sql: TransactionSql, ad: string) =>
  (await sql<{ state: string }[]>`select state from public.listings where id = ${ad}`)[0]?.state ?? null

const countOf = async (rows: Promise<readonly { n: number }[]>) => (await rows)[0]?.n

async function erase({ owner }: Market, person: Person): Promise<boolean | undefined> {
  await owner`update private.departures set erase_at = now() where user_id = ${person.id}`
  const [row] = await owner<{ erased: boolean }[]>`select private.erase_account(${person.id}) as erased`
  return row?.erased
}

describe('account deletion', () => {
  test('requires a recent proof, and the second factor if there is one', () =>
    onMarket(async (market) => {
      const anna = await market.person('Anna')
      const stale = { method: 'password', at: SECONDS_AGO(400) }
      const none = ['anonymous', 'recovery', 'invite', 'oauth_provider/authorization_code', 'something/new']
      for (const proof of [null, stale, ...none.map((method) => ({ method, at: SECONDS_AGO(5) }))]) {
        expect(await deleteAccount(market, anna, { proof })).toMatchObject({ code: 'SK004' })
      }
      expect(await market.visitor.isRefused((sql) => sql`select public.delete_my_account()`)).toMatchObject({
        code: '42501',
      })
      await market.owner`
        insert into auth.mfa_factors (user_id, factor_type, status) values (${anna.id}, 'totp', 'verified')`
      expect(await deleteAccount(market, anna)).toMatchObject({ code: 'SK003' })
      expect(await deleteAccount(market, anna, { aal: 'aal2' })).toHaveProperty('erase_at')
    }))

  test('hides ads and profile immediately, and ends all sessions', () =>
    onMarket(async (market) => {
      const { anna, ben, ad } = await createMarketDay(market)
      const sold = await market.adOf(anna)
      await anna.does((sql) => sql`select public.mark_listing_sold(${sold})`)
      await signIn(market, anna)
      expect(await market.visitor.does((sql) => stateOf(sql, sold))).toBe('sold')

      const { erase_at } = (await deleteAccount(market, anna)) as { erase_at: string }
      expect(Math.round((Date.parse(erase_at) - Date.now()) / 86_400_000)).toBe(30)
      for (const hidden of [ad, sold]) expect(await market.visitor.does((sql) => stateOf(sql, hidden))).toBeNull()
      const [face] = await ben.does(
        (sql) =>
          sql`select display_name, bio, city, left_at is not null as left from public.sellers where id = ${anna.id}`,
      )
      expect(face).toEqual({ display_name: 'Deleted account', bio: '', city: '', left: true })
      expect(
        await countOf(market.owner`select count(*)::int as n from private.listing_search where listing_id = ${ad}`),
      ).toBe(0)
      expect(await countOf(market.owner`select count(*)::int as n from auth.sessions where user_id = ${anna.id}`)).toBe(
        0,
      )
    }))

  test('withdraws and declines offers, cancels deals, notifies the others and locks conversations', () =>
    onMarket(async (market) => {
      const { anna, ben, cleo, ad } = await createMarketDay(market)
      const second = await market.adOf(anna)
      const theirs = await market.adOf(cleo)
      const offer = await verbs.offers(ben, ad, 10_000)
      await anna.does((sql) => sql`select public.accept_offer(${offer.id})`)
      const open = await verbs.offers(cleo, second, 9_000)
      const own = await verbs.offers(anna, theirs, 11_000)

      await deleteAccount(market, anna)
      const [deal] = await ben.does((sql) => sql`select state, end_reason from public.deals`)
      expect(deal).toEqual({ state: 'cancelled', end_reason: 'left' })
      const offers = await cleo.does((sql) => sql<{ id: string; state: string }[]>`select id, state from public.offers`)
      expect(Object.fromEntries(offers.map(({ id, state }) => [id, state]))).toEqual({
        [open.id]: 'declined',
        [own.id]: 'withdrawn',
      })
      const told = (who: Person) =>
        who.does(
          (sql) => sql`select payload ->> 'from' as from_name from public.notifications
          where kind in ('deal_cancelled', 'offer_declined')`,
        )
      expect(await told(ben)).toEqual([{ from_name: 'Anna S.' }])
      expect(await told(cleo)).toEqual([{ from_name: 'Anna S.' }])
      const talks = await ben.does((sql) => sql`select state, lock_reason from public.conversations`)
      expect(talks).toEqual([{ state: 'locked', lock_reason: 'left' }])
    }))

  test('is open to suspended users, and a surviving token cannot publish anything', () =>
    onMarket(async (market) => {
      const anna = await market.trusted('Anna')
      const ad = await market.adOf(anna)
      const draft = await market.draftOf(anna)
      await anna.does(
        async (sql) =>
          sql`insert into public.listing_photos (listing_id, path, alt) values (${draft}, ${await market.photoOf(anna)}, 'x')`,
      )
      await market.owner`update public.profiles set standing = 'suspended' where id = ${anna.id}`
      expect(await deleteAccount(market, anna)).toHaveProperty('erase_at')
      await market.owner`update public.profiles set standing = 'good' where id = ${anna.id}`
      for (const back of [ad, draft]) {
        const verb = back === ad ? 'resume_listing' : 'publish_listing'
        await anna.does((sql) => sql`select ${sql.unsafe(`public.${verb}`)}(${back})`)
        expect(await stateOf(market.owner, back)).toBe('paused')
      }
    }))
})

describe('signing in within the 30 days', () => {
  test('restores profile, ads and conversations', () =>
    onMarket(async (market) => {
      const { anna, ben, ad } = await createMarketDay(market)
      const [paused, reserved] = [await market.adOf(anna), await market.adOf(anna)]
      await anna.does((sql) => sql`select public.pause_listing(${paused})`)
      await anna.does((sql) => sql`select public.reserve_listing(${reserved})`)
      await market.talkAbout(ad, ben)
      await deleteAccount(market, anna)

      await signIn(market, anna)
      const states = await Promise.all([ad, paused, reserved].map((one) => stateOf(market.owner, one)))
      expect(states).toEqual(['active', 'paused', 'reserved'])
      const [face] = await market.visitor.does(
        (sql) => sql`select display_name, left_at from public.sellers where id = ${anna.id}`,
      )
      expect(face).toEqual({ display_name: 'Anna S.', left_at: null })
      expect(await ben.does((sql) => sql`select state, lock_reason from public.conversations`)).toEqual([
        { state: 'open', lock_reason: null },
      ])
      const told = await anna.does((sql) => sql`select kind from public.notifications where kind <> 'message'`)
      expect(told).toEqual([{ kind: 'account_kept' }])
      expect(await erase(market, anna)).toBe(false)
    }))

  test('does not undo the deletion by password alone when a second factor is owed', () =>
    onMarket(async (market) => {
      const anna = await market.person('Anna')
      await market.owner`
        insert into auth.mfa_factors (user_id, factor_type, status) values (${anna.id}, 'totp', 'verified')`
      await deleteAccount(market, anna, { aal: 'aal2' })
      const isLeaving = () => countOf(market.owner`select count(*)::int as n from private.departures`)
      const [session] = await signIn(market, anna)
      expect(await isLeaving()).toBe(1)
      await market.owner`update auth.sessions set aal = 'aal2' where id = ${session?.id ?? ''}`
      expect(await isLeaving()).toBe(0)
    }))

  test('does not restore what moderators have closed meanwhile', () =>
    onMarket(async (market) => {
      const anna = await market.trusted('Anna')
      const ad = await market.adOf(anna)
      await deleteAccount(market, anna)
      await market.owner`update public.profiles set standing = 'banned' where id = ${anna.id}`
      await signIn(market, anna)
      expect(await stateOf(market.owner, ad)).toBe('paused')
    }))

  test('is not prompted by emails: a leaving user gets none', () =>
    onMarket(async (market) => {
      const { anna, ben } = await createMarketDay(market)
      await deleteAccount(market, anna)
      for (const who of [anna, ben]) {
        await market.owner`select private.notify(${who.id}, 'listing_ends_soon', '{"title": "A chair"}')`
      }
      const sent = await market.owner<{ user_id: string; email_state: string }[]>`
        select user_id, email_state from public.notifications where kind = 'listing_ends_soon' and user_id in ${market.owner([anna.id, ben.id])}`
      expect(Object.fromEntries(sent.map((row) => [row.user_id, row.email_state]))).toEqual({
        [anna.id]: 'none',
        [ben.id]: 'due',
      })
    }))
})

describe('erasure of an account', () => {
  test('waits for its date', () =>
    onMarket(async (market) => {
      const anna = await market.person('Anna')
      await deleteAccount(market, anna)
      const [row] = await market.owner`select private.erase_account(${anna.id}) as erased`
      expect(row).toEqual({ erased: false })
    }))

  test('keeps the other person’s messages under a deleted account, and nothing else of the user', () =>
    onMarket(async (market) => {
      const { anna, ben, ad } = await createMarketDay(market)
      const unasked = await market.adOf(anna)
      const talk = await market.talkAbout(ad, ben)
      await anna.does(
        (sql) => sql`insert into public.messages (conversation_id, body, client_id)
          values (${talk}, 'Yes, come by on Saturday.', ${randomUUID()})`,
      )
      const bens = await market.adOf(ben)
      await market.talkAbout(bens, anna)
      await anna.does((sql) => sql`insert into public.favorites (listing_id) values (${bens})`)
      await market.owner`
        insert into public.reviews (subject_id, author_id, rating, body, state) values
        (${anna.id}, ${ben.id}, 5, 'Kind', 'published'), (${ben.id}, ${anna.id}, 5, 'Quick', 'published')`
      await market.owner`
        insert into auth.audit_log_entries (payload, ip_address)
        values (${market.owner.json({ action: 'login', actor_id: anna.id, actor_username: 'anna@example.com' })}, '203.0.113.7')`
      await deleteAccount(market, anna)
      expect(await erase(market, anna)).toBe(true)

      const said = await ben.does(
        (sql) => sql<{ body: string; name: string }[]>`
          select message.body, sender.display_name as name from public.messages message
          join public.sellers sender on sender.id = message.sender_id
          where message.conversation_id = ${talk} and message.kind = 'text' order by message.created_at, message.sender_id = ${anna.id}`,
      )
      expect(said).toEqual([
        { body: 'Is it still there?', name: 'Ben S.' },
        { body: 'Yes, come by on Saturday.', name: 'Deleted account' },
      ])
      const [kept] = await ben.does(
        (sql) => sql`select title, description, city, lat, photo_count, state from public.listings where id = ${ad}`,
      )
      expect(kept).toMatchObject({ description: '', city: '', lat: null, photo_count: 0, state: 'deleted' })
      expect(await stateOf(market.owner, unasked)).toBeNull()
      const reviews = await ben.does((sql) => sql`select body, author_id from public.reviews`)
      expect(reviews.filter(({ body }) => body === 'Kind' || body === 'Quick')).toEqual([
        { body: 'Quick', author_id: null },
      ])
      // The user's name, number, address and picture remain nowhere in the database.
      const text = await rowsMentioning(market, anna)
      for (const trace of [`${anna.id}@example.com`, 'anna@example.com', '203.0.113.7', '912345678', 'Anna']) {
        expect(text).not.toContain(trace)
      }
    }))

  test('deletes a conversation and both names once both of its people are erased', () =>
    onMarket(async (market) => {
      const { anna, ben, ad } = await createMarketDay(market)
      const talk = await market.talkAbout(ad, ben)
      for (const who of [anna, ben]) {
        await deleteAccount(market, who)
        await erase(market, who)
      }
      expect(await countOf(market.owner`select count(*)::int as n from public.conversations where id = ${talk}`)).toBe(
        0,
      )
      expect(
        await countOf(
          market.owner`select count(*)::int as n from public.sellers where id in ${market.owner([anna.id, ben.id])}`,
        ),
      ).toBe(0)
      expect(await stateOf(market.owner, ad)).toBeNull()
    }))

  test('by an administrator, immediately, does the same, with open deals and photos', () =>
    onMarket(async (market) => {
      const { anna, ben, ad } = await createMarketDay(market, { delivery: 'ship', ship_cost_minor: 500 })
      const offer = await verbs.offers(ben, ad, 10_000)
      await anna.does((sql) => sql`select public.accept_offer(${offer.id})`)
      const [deal] = await anna.does((sql) => sql<{ id: string }[]>`select id from public.deals`)
      await anna.does((sql) => sql`select public.mark_deal_shipped(${deal?.id ?? ''}, 'CTT', 'RR123456')`)
      await market.owner`delete from auth.users where id = ${anna.id}`

      expect(await ben.does((sql) => sql`select state, end_reason from public.deals`)).toEqual([
        { state: 'cancelled', end_reason: 'left' },
      ])
      expect(
        await countOf(market.owner`select count(*)::int as n from storage.objects where name like ${`${anna.id}/%`}`),
      ).toBe(0)
      const [face] = await ben.does((sql) => sql`select display_name from public.sellers where id = ${anna.id}`)
      expect(face).toEqual({ display_name: 'Deleted account' })
    }))

  test("by the auth service's soft delete removes the user from the market too", () =>
    onMarket(async (market) => {
      const anna = await market.trusted('Anna')
      const ad = await market.adOf(anna)
      await market.owner`update auth.users set deleted_at = now() where id = ${anna.id}`
      expect(await market.visitor.does((sql) => stateOf(sql, ad))).toBeNull()
    }))
})

test('the job emails a leaving user once, retries failures, and erases on the date, with a last email', () =>
  onMarket(async (market) => {
    const anna = await market.person('Anna')
    await deleteAccount(market, anna)
    const emails: { to: string; subject: string; text: string }[] = []
    let isDown = true
    const runs = () =>
      eraseAccounts.run(
        jobContext(market, async (to, { subject, paragraphs }) => {
          if (isDown) throw new Error('the mail server does not answer')
          emails.push({ to, subject, text: paragraphs.join(' ') })
        }),
      )
    const to = `${anna.id}@example.com`

    await runs()
    expect(emails).toEqual([])
    isDown = false
    await runs()
    await runs()
    expect(emails).toMatchObject([{ to, subject: 'Your account will be deleted' }])
    const day = new Date(Date.now() + 30 * 86_400_000).getUTCFullYear()
    expect(emails[0]?.text).toContain(String(day))

    await market.owner`update private.departures set erase_at = now() where user_id = ${anna.id}`
    await runs()
    expect(emails[1]).toMatchObject({ to, subject: 'Your account has been deleted' })
    expect(await countOf(market.owner`select count(*)::int as n from auth.users where id = ${anna.id}`)).toBe(0)
  }))

/** All rows of all tables that mention the person's id, as one text. */
async function rowsMentioning({ owner }: Market, person: Person): Promise<string> {
  const tables = await owner<{ name: string }[]>`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and n.nspname in ('public', 'private', 'auth', 'storage') and not c.relispartition`
  const texts: string[] = []
  for (const { name } of tables) {
    const rows = await owner<{ line: string }[]>`
      select one::text as line from ${owner.unsafe(name)} one where strpos(one::text, ${person.id}) > 0`
    texts.push(...rows.map(({ line }) => line))
  }
  return texts.join('\n')
}
