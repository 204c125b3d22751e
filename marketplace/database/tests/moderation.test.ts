import { describe, expect, test } from 'vitest'
import { type Market, onMarket, type Person } from './database.ts'

type Sql = Parameters<Parameters<Person['does']>[0]>[0]

const WHY = 'This shows a thing that may not be offered here.'

async function moderator({ owner, person }: Market, name = 'Mod'): Promise<Person> {
  const somebody = await person(name)
  await owner`update public.profiles set role = 'moderator' where id = ${somebody.id}`
  return somebody
}

async function reported(market: Market) {
  const [anna, ben] = [await market.trusted('Anna'), await market.trusted('Ben')]
  const ad = await market.adOf(anna)
  const [report] = await ben.does(
    (sql) => sql<{ id: string; state: string }[]>`
      select id, state from public.report_something('listing', ${ad}, 'prohibited', 'Looks forbidden')`,
  )
  if (!report) throw new Error('Nothing was reported.')
  return { anna, ben, ad, report }
}

const kindsOf = async ({ owner }: Market, person: Person) =>
  (await owner<{ kind: string }[]>`select kind from public.notifications where user_id = ${person.id}`).map(
    ({ kind }) => kind,
  )

describe('the queue', () => {
  test('shows moderators one row per reported object, with all its reports', () =>
    onMarket(async (market) => {
      const { anna, ad, report } = await reported(market)
      const carla = await market.trusted('Carla')
      await carla.does((sql) => sql`select public.report_something('listing', ${ad}, 'scam')`)
      const mod = await moderator(market)
      const [row] = await mod.does(
        (sql) => sql<{ queue: { items: Record<string, unknown>[]; counts: object } }[]>`
          select public.moderation_queue() as queue`,
      )
      const line = row?.queue.items.find(({ target_id: target }) => target === ad)
      expect(line).toMatchObject({ kind: 'report', count: 2, reasons: ['prohibited', 'scam'], person: { id: anna.id } })
      expect((line as { details: unknown[] }).details).toHaveLength(2)
      expect(report.state).toBe('new')
    }))

  test('is for moderators only', () =>
    onMarket(async (market) => {
      const { anna, ad, report } = await reported(market)
      for (const person of [anna, market.visitor]) {
        for (const action of [
          (sql: Sql) => sql`select public.moderation_queue()`,
          (sql: Sql) => sql`select public.person_file(${anna.id})`,
          (sql: Sql) => sql`select public.site_figures()`,
          (sql: Sql) => sql`select public.take_report(${report.id})`,
          (sql: Sql) => sql`select public.decide('listing', ${ad}, 'hide', ${WHY})`,
        ]) {
          expect((await person.isRefused(action)).code).toMatch(/^(42501|SK006|SK008)$/)
        }
      }
      expect(await anna.does((sql) => sql`select id from public.reports`)).toEqual([])
    }))

  test('assigns a report to one moderator at a time', () =>
    onMarket(async (market) => {
      const { report } = await reported(market)
      const [one, two] = [await moderator(market, 'One'), await moderator(market, 'Two')]
      await one.does((sql) => sql`select public.take_report(${report.id})`)
      expect(await two.isRefused((sql) => sql`select public.take_report(${report.id})`)).toMatchObject({
        code: 'SK613',
      })
      await one.does((sql) => sql`select public.take_report(${report.id})`)
    }))
})

describe('a decision', () => {
  test('hides an ad, and tells its seller the reason and the reporter the outcome', () =>
    onMarket(async (market) => {
      const { anna, ben, ad, report } = await reported(market)
      const mod = await moderator(market)
      await mod.does(
        (sql) => sql`select public.decide('listing', ${ad}, 'hide', ${WHY}, ${report.id}, 'prohibited-items')`,
      )

      const [listing] = await anna.does(
        (sql) => sql`select state, state_reason from public.my_listings where id = ${ad}`,
      )
      expect(listing).toEqual({ state: 'hidden', state_reason: WHY })
      const mine = await anna.does((sql) => sql`select action, statement, rule from public.decisions`)
      expect(mine).toEqual([{ action: 'hide', statement: WHY, rule: 'prohibited-items' }])
      expect(await ben.does((sql) => sql`select state from public.reports`)).toEqual([{ state: 'actioned' }])
      expect(await ben.does((sql) => sql`select id from public.decisions`)).toEqual([])
      expect(await anna.isRefused((sql) => sql`select decided_by from public.decisions`)).toMatchObject({
        code: '42501',
      })
      expect(await kindsOf(market, anna)).toContain('decision_made')
      expect(await kindsOf(market, ben)).toContain('report_decided')
      const again = (sql: Sql) => sql`select public.decide('listing', ${ad}, 'hide', ${WHY}, ${report.id})`
      expect(await mod.isRefused(again)).toMatchObject({ code: 'SK612' })
    }))

  test('to do nothing leaves the ad alone', () =>
    onMarket(async (market) => {
      const { anna, ben, ad, report } = await reported(market)
      const mod = await moderator(market)
      await mod.does((sql) => sql`select public.decide('listing', ${ad}, 'none', ${WHY}, ${report.id})`)
      expect(await anna.does((sql) => sql`select state from public.listings where id = ${ad}`)).toEqual([
        { state: 'active' },
      ])
      expect(await anna.does((sql) => sql`select id from public.decisions`)).toEqual([])
      expect(await ben.does((sql) => sql`select state from public.reports`)).toEqual([{ state: 'rejected' }])
    }))

  test('needs a reason and an existing target, and cannot affect staff', () =>
    onMarket(async (market) => {
      const { ad } = await reported(market)
      const [mod, other] = [await moderator(market), await moderator(market, 'Other')]
      expect(await mod.isRefused((sql) => sql`select public.decide('listing', ${ad}, 'hide', 'short')`)).toMatchObject({
        code: 'SK606',
      })
      expect(await mod.isRefused((sql) => sql`select public.decide('listing', ${ad}, 'burn', ${WHY})`)).toMatchObject({
        code: 'SK609',
      })
      expect(
        await mod.isRefused((sql) => sql`select public.decide('profile', ${other.id}, 'ban', ${WHY})`),
      ).toMatchObject({ code: 'SK602', message: expect.stringContaining('staff') })
    }))

  test('about a person limits, suspends and expires; a ban hides their ads', () =>
    onMarket(async (market) => {
      const { anna, ad } = await reported(market)
      const mod = await moderator(market)
      const draft = await market.draftOf(anna)
      const insert = (sql: Sql) =>
        sql`insert into public.listings (category, title) values ('other', 'Another fine thing')`
      const edit = (sql: Sql) => sql`update public.listings set title = 'A finer old thing' where id = ${draft}`

      await mod.does((sql) => sql`select public.decide('profile', ${anna.id}, 'limit', ${WHY}, null, null, 3)`)
      expect(await anna.isRefused(insert)).toMatchObject({ code: 'SK640', message: expect.stringContaining('limited') })
      await anna.does(edit)
      await market.owner`update public.profiles set standing_until = now() - interval '1 minute' where id = ${anna.id}`
      await anna.does(edit)

      await market.owner`update public.listings set state = 'pending_review' where id = ${draft}`
      const waiting = () =>
        mod.does(
          (sql) => sql`
          select item ->> 'id' as id from jsonb_array_elements(public.moderation_queue() -> 'items') item
          where item ->> 'id' = ${draft}`,
        )
      expect(await waiting()).toHaveLength(1)
      await mod.does((sql) => sql`select public.decide('profile', ${anna.id}, 'ban', ${WHY})`)
      expect(await waiting()).toEqual([])
      expect(await anna.isRefused(edit)).toMatchObject({ code: 'SK639', message: expect.stringContaining('banned') })
      expect(await anna.does((sql) => sql`select state from public.listings where id = ${ad}`)).toEqual([
        { state: 'hidden' },
      ])
      expect(
        await anna.isRefused((sql) => sql`update public.profiles set standing = 'good' where id = ${anna.id}`),
      ).toMatchObject({ code: '42501' })
    }))
})

describe('an appeal', () => {
  async function hidden(market: Market) {
    const given = await reported(market)
    const mod = await moderator(market)
    await mod.does((sql) => sql`select public.decide('listing', ${given.ad}, 'hide', ${WHY}, ${given.report.id})`)
    const [decision] = await given.anna.does((sql) => sql<{ id: string }[]>`select id from public.decisions`)
    return { ...given, mod, decision: decision?.id ?? '' }
  }

  test('is decided by another moderator, and reverts a wrong decision', () =>
    onMarket(async (market) => {
      const { anna, ad, mod, decision } = await hidden(market)
      await anna.does(
        (sql) => sql`select public.appeal_decision(${decision}, 'It is a toy, look at the second photo.')`,
      )
      const overturn = (sql: Sql) => sql`select public.decide_appeal(${decision}, true, ${WHY})`
      const second = await moderator(market, 'Second')
      expect(await mod.isRefused(overturn)).toMatchObject({ code: 'SK608' })
      await second.does(overturn)
      expect(await anna.does((sql) => sql`select state from public.listings where id = ${ad}`)).toEqual([
        { state: 'active' },
      ])
      expect(await kindsOf(market, anna)).toContain('appeal_decided')
      expect(await second.isRefused(overturn)).toMatchObject({ code: 'SK607' })
    }))

  test('can be made once, by the person concerned only', () =>
    onMarket(async (market) => {
      const { anna, ben, decision } = await hidden(market)
      const appeal = (sql: Sql) =>
        sql`select public.appeal_decision(${decision}, 'It is a toy, look at the second photo.')`
      expect(await ben.isRefused(appeal)).toMatchObject({ code: 'SK605' })
      await anna.does(appeal)
      expect(await anna.isRefused(appeal)).toMatchObject({ code: 'SK605' })
    }))

  test('that is rejected changes nothing', () =>
    onMarket(async (market) => {
      const { anna, ad, decision } = await hidden(market)
      await anna.does((sql) => sql`select public.appeal_decision(${decision}, 'I simply do not like this.')`)
      const second = await moderator(market, 'Second')
      await second.does((sql) => sql`select public.decide_appeal(${decision}, false, ${WHY})`)
      expect(await anna.does((sql) => sql`select state from public.listings where id = ${ad}`)).toEqual([
        { state: 'hidden' },
      ])
    }))
})

test('what moderators view and decide is in the audit log, for administrators only', () =>
  onMarket(async (market) => {
    const { anna, ad } = await reported(market)
    const mod = await moderator(market)
    const [row] = await mod.does(
      (sql) => sql<{ file: Record<string, unknown> }[]>`select public.person_file(${anna.id}) as file`,
    )
    expect(row?.file).toMatchObject({ display_name: expect.any(String), reports_about: 1, standing: 'good' })
    expect(JSON.stringify(row?.file)).not.toContain('@')
    await mod.does((sql) => sql`select public.decide('listing', ${ad}, 'warn', ${WHY})`)
    expect(await mod.does((sql) => sql`select action from public.audit_log`)).toEqual([])
    await market.owner`update public.profiles set role = 'admin' where id = ${mod.id}`
    const lines = await mod.does(
      (sql) => sql<{ action: string }[]>`select action from public.audit_log where actor_id = ${mod.id}`,
    )
    expect(lines.map(({ action }) => action).sort()).toEqual(['decision.warn', 'person.read'])
    const [figures] = await mod.does(
      (sql) => sql<{ figures: { by_day: unknown[]; now: { open_reports: number } } }[]>`
        select public.site_figures(7) as figures`,
    )
    expect(figures?.figures.by_day).toHaveLength(7)
    expect(figures?.figures.by_day.at(-1)).toMatchObject({ reports: expect.any(Number), decided: expect.any(Number) })
    await market.owner`update public.reports set created_at = now() - interval '5 hours', handled_at = now() where reported_id = ${anna.id}`
    const [later] = await mod.does(
      (sql) => sql<{ hours: number | null }[]>`
        select (public.site_figures(1) #>> '{by_day,0,median_hours}')::float8 as hours`,
    )
    expect(later?.hours).toBeGreaterThan(0)
  }))

describe('the reporter of a rejected report', () => {
  async function rejected(market: Market) {
    const given = await reported(market)
    const mod = await moderator(market)
    await mod.does((sql) => sql`select public.decide('listing', ${given.ad}, 'none', ${WHY}, ${given.report.id})`)
    const again = (sql: Sql) =>
      sql<{ state: string }[]>`
        select state from public.appeal_report(${given.report.id}, 'Look at the third photo: the number is filed off.')`
    return { ...given, mod, again }
  }

  test('can ask once for a second look by another moderator', () =>
    onMarket(async (market) => {
      const { ben, ad, report, mod, again } = await rejected(market)
      expect(await ben.does(again)).toEqual([{ state: 'new' }])
      expect(await ben.isRefused(again)).toMatchObject({ code: 'SK631' })
      const second = await moderator(market, 'Second')
      const decide = (sql: Sql) => sql`select public.decide('listing', ${ad}, 'hide', ${WHY}, ${report.id})`
      expect(await mod.isRefused(decide)).toMatchObject({
        code: 'SK633',
        message: expect.stringContaining('second review'),
      })
      const [queue] = await second.does(
        (sql) => sql<{ appeal: string | null }[]>`
          select public.moderation_queue() #>> '{items,0,details,0,appeal}' as appeal`,
      )
      expect(queue?.appeal).toContain('third photo')
      await second.does(decide)
      expect(await ben.does((sql) => sql`select state from public.reports where id = ${report.id}`)).toEqual([
        { state: 'actioned' },
      ])
    }))

  test("cannot ask about others' reports or an open report", () =>
    onMarket(async (market) => {
      const { anna, ben, again } = await rejected(market)
      for (const other of [anna, await market.person('Cleo')]) {
        expect(await other.isRefused(again)).toMatchObject({ code: 'SK630' })
      }
      await ben.does(again)
      expect(
        await ben.isRefused((sql) => sql`update public.reports set state = 'new', appeal = 'Look again please'`),
      ).toMatchObject({ code: '42501' })
    }))
})

describe('the transparency page', () => {
  const months = (market: Market) =>
    market.visitor.does(
      (sql) => sql<{ month: string; figures: Record<string, unknown> }[]>`
        select month::text, figures from public.transparency_months order by month desc`,
    )

  /** The demo market's own history. */
  async function forgetDemo(owner: Market['owner']): Promise<void> {
    for (const table of ['reports', 'decisions', 'transparency_months']) await owner`delete from public.${owner(table)}`
  }

  test('publishes numbers of reports and decisions, and hides counts below five', () =>
    onMarket(async (market) => {
      const { owner } = market
      await forgetDemo(owner)
      const report = (reason: string, at: string, handled: string | null) => owner`
        insert into public.reports (target_kind, target_id, reason, priority, created_at, handled_at)
        values ('listing', gen_random_uuid(), ${reason}, 10, ${at}, ${handled})`
      const last = (day: number, hour = 0) => {
        const today = new Date()
        return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() - 1, day, hour)).toISOString()
      }
      for (const day of [3, 4, 5, 6, 7, 8]) await report('scam', last(day), last(day, day))
      for (const day of [9, 10]) await report('counterfeit', last(day), null)
      for (const day of [3, 4])
        await owner`
          insert into public.decisions (target_kind, target_id, action, statement, decided_at)
          values ('listing', gen_random_uuid(), 'hide', ${owner.json(WHY)}, ${last(day)})`
      await owner`select private.count_transparency()`

      const [now, before, ...older] = await months(market)
      expect(older).toEqual([])
      expect(before?.month).toBe(`${last(1).slice(0, 7)}-01`)
      expect(before?.figures).toMatchObject({
        reports: 8,
        reasons: { scam: 6 },
        decisions: null,
        actions: {},
        hours_to_decision: 5.5,
        appeals: 0,
        hours_to_appeal: null,
      })
      expect(now?.figures).toMatchObject({ reports: 0, reasons: {}, decisions: 0 })
    }))

  test('keeps finished months unchanged, and recounts the current one', () =>
    onMarket(async (market) => {
      const { owner } = market
      await forgetDemo(owner)
      await owner`
        insert into public.reports (target_kind, target_id, reason, priority, created_at)
        values ('listing', gen_random_uuid(), 'scam', 10, now() - interval '2 months')`
      const count = async () => (await owner<{ n: number }[]>`select private.count_transparency() as n`)[0]?.n
      expect(await count()).toBe(3)
      expect(await count()).toBe(1)
      await owner`
        insert into public.reports (target_kind, target_id, reason, priority)
        select 'listing', gen_random_uuid(), 'scam', 10 from generate_series(1, 5)`
      expect(await count()).toBe(1)
      expect((await months(market))[0]?.figures).toMatchObject({ reports: 5 })
    }))

  test('is computed by the job only', () =>
    onMarket(async (market) => {
      const anna = await market.person('Anna')
      for (const action of [
        (sql: Sql) => sql`select private.count_transparency()`,
        (sql: Sql) => sql`insert into public.transparency_months (month, figures) values ('2026-01-01', '{}')`,
      ])
        expect((await anna.isRefused(action)).code).toBe('42501')
    }))
})
