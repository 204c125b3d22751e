import { describe, expect, test } from 'vitest'
import { type Market, onMarket, onMarketAlone, type Person } from './database.ts'

type Sql = Parameters<Parameters<Person['does']>[0]>[0]

async function staff({ owner, person }: Market, role: 'moderator' | 'admin'): Promise<Person> {
  const somebody = await person(role === 'admin' ? 'Ada' : 'Mod')
  await owner`update public.profiles set role = ${role} where id = ${somebody.id}`
  return somebody
}

async function firstRow<Row>(rows: Promise<readonly Row[]>): Promise<Row> {
  const [row] = await rows
  if (!row) throw new Error('no row')
  return row
}

const auditLinesOf = async ({ owner }: Market, actor: Person) =>
  (await owner<{ action: string }[]>`select action from public.audit_log where actor_id = ${actor.id} order by id`).map(
    ({ action }) => action,
  )

describe('the rules of the scam guard', () => {
  const judged = (person: Person, said: string) =>
    firstRow(
      person.does(
        (sql) => sql<{ made: { action: string; rules: { id: string; version: number }[]; signals: string[] } }[]>`
          select public.try_scam_rules(${said}) as made`,
      ),
    ).then(({ made }) => made)

  test('are versioned, can be switched off and on, and every change is logged', () =>
    onMarketAlone(async (market) => {
      const admin = await staff(market, 'admin')
      const said = 'Write to me at lena.k@mail.example please'
      const before = await judged(admin, said)
      expect(before).toMatchObject({ action: 'mask', signals: expect.arrayContaining(['mail']) })

      const save = (action: string) =>
        admin.does(
          (sql) => sql<{ version: number }[]>`
            select version from public.save_scam_rule('contact.mail', 'contact_detail', 'mail', 40, ${action})`,
        )
      expect(await save('mask')).toEqual([{ version: 2 }]) // unchanged: no new version
      expect(await save('warn')).toEqual([{ version: 3 }])
      expect(await judged(admin, said)).toMatchObject({
        action: 'warn',
        rules: [{ id: 'contact.mail', version: 3 }],
      })
      await admin.does((sql) => sql`select public.switch_scam_rule('contact.mail', false)`)
      expect((await judged(admin, said)).action).toBe('allow')
      expect(await admin.does((sql) => sql`select (public.switch_scam_rule('contact.mail', true)).version`)).toEqual([
        { version: 4 },
      ])
      expect((await judged(admin, said)).action).toBe('warn')
      // The versions named in old verdicts still exist.
      expect(
        await admin.does(
          (sql) =>
            sql`select version, retired_at is null as in_force from public.scam_rules where id = 'contact.mail' order by 1`,
        ),
      ).toEqual([
        { version: 2, in_force: false },
        { version: 3, in_force: false },
        { version: 4, in_force: true },
      ])
      expect(await auditLinesOf(market, admin)).toEqual(['scam_rule.save', 'scam_rule.retire', 'scam_rule.save'])
    }))

  test('must use existing signals, and cannot match every message', () =>
    onMarket(async (market) => {
      const admin = await staff(market, 'admin')
      const refused = async (signals: string) =>
        (await admin.isRefused((sql) => sql`select public.save_scam_rule('test.rule', 'bulk', ${signals}, 10, 'warn')`))
          .message
      expect(await refused('phone & (')).toContain('such as: phone')
      expect(await refused('!phone')).toContain('every message')
      expect(await refused('phone & moonlight')).toContain('“moonlight”')
      expect(await refused('')).toContain('Enter the signals')
      expect(await auditLinesOf(market, admin)).toEqual([])
    }))

  test('can be tried and counted by moderators, changed by administrators only', () =>
    onMarket(async (market) => {
      const [anna, mod] = [await market.person('Anna'), await staff(market, 'moderator')]
      const changing = [
        (sql: Sql) => sql`select public.save_scam_rule('contact.mail', 'contact_detail', 'mail', 1, 'allow')`,
        (sql: Sql) => sql`select public.switch_scam_rule('contact.mail', false)`,
      ]
      const looking = [
        (sql: Sql) => sql`select public.try_scam_rules('Call 912 345 678')`,
        (sql: Sql) => sql`select public.scam_rule_figures()`,
      ]
      for (const action of [...changing, ...looking]) {
        for (const person of [anna, market.visitor]) {
          expect((await person.isRefused(action)).code).toBe('42501')
        }
      }
      for (const action of changing) expect((await mod.isRefused(action)).code).toBe('42501')
      for (const action of looking) await mod.does(action)
      const direct = (sql: Sql) => sql`update public.scam_rules set action = 'allow'`
      for (const person of [anna, mod, await staff(market, 'admin')]) {
        expect((await person.isRefused(direct)).code).toBe('42501')
      }
    }))

  test('are counted with the messages that a moderator released', () =>
    onMarket(async (market) => {
      const [mod, anna, ben] = [
        await staff(market, 'moderator'),
        await market.trusted('Anna'),
        await market.person('Ben'),
      ]
      const talk = await market.talkAbout(await market.adOf(anna), ben)
      const held = await firstRow(
        market.owner<{ id: string }[]>`
          insert into public.held_messages (id, conversation_id, sender_id, body, client_id, pattern, state, decided_at)
          values (gen_random_uuid(), ${talk}, ${ben.id}, 'A code', gen_random_uuid(), 'code_theft', 'released', now()) returning id`,
      )
      await market.owner`
        insert into public.message_verdicts (message_id, conversation_id, sender_id, action, score, pattern, rules, known)
        values (${held.id}, ${talk}, ${ben.id}, 'hold', 60, 'code_theft', '[{"id": "test.only_here", "version": 1}]', '{}')`
      const { figures } = await firstRow(
        mod.does((sql) => sql<{ figures: Record<string, unknown> }[]>`select public.scam_rule_figures(7) as figures`),
      )
      expect(figures['test.only_here']).toMatchObject({
        hits: 1,
        kept_back: 1,
        wrong: 1,
        right: 0,
        weeks: [{ right: 0, wrong: 1 }],
      })
      const rows = (sql: Sql) => sql`select label, said, by, rules from public.labelled_messages()`
      expect((await mod.isRefused(rows)).code).toBe('42501')
      const admin = await staff(market, 'admin')
      expect(await admin.does(rows)).toMatchObject([{ label: 'ok', by: 'moderator', rules: ['test.only_here'] }])
    }))
})

describe('limits', () => {
  test('can be changed at run time, and apply from the next action on', () =>
    onMarketAlone(async (market) => {
      const [admin, anna] = [await staff(market, 'admin'), await market.person('Anna')]
      const set = (allowed: number) => (sql: Sql) =>
        sql`select public.set_rate_limit('report', 'account', 0, '1 day', ${allowed})`
      await admin.does(set(1))
      const use = (sql: Sql) => sql`select private.consume_rate_limit(${anna.id}, 'report')`
      await anna.does(use)
      expect(await anna.isRefused(use)).toMatchObject({ code: 'SK502', message: expect.stringContaining('1 reports') })
      await admin.does(set(2))
      await anna.does(use)
      expect((await admin.isRefused(set(0))).code).toBe('SK841')
      expect(await auditLinesOf(market, admin)).toEqual(['limit.set', 'limit.set'])
    }))

  test('end according to the trust ladder, whose thresholds are data', () =>
    onMarketAlone(async (market) => {
      const [admin, anna] = [await staff(market, 'admin'), await market.person('Anna')]
      const isTrusted = async () =>
        (await firstRow(market.owner<{ is: boolean }[]>`select private.is_trusted(${anna.id}) as is`)).is
      await market.owner`update public.profiles set created_at = now() - interval '3 days' where id = ${anna.id}`
      await market.owner`update public.sellers set sold_count = 1 where id = ${anna.id}`
      expect(await isTrusted()).toBe(false)
      await admin.does((sql) => sql`select public.set_trust_ladder(2, 1, 5)`)
      expect(await isTrusted()).toBe(true)
      await admin.does((sql) => sql`select public.set_trust_ladder(2, 2, 5)`)
      expect(await isTrusted()).toBe(false)
    }))

  test('and trust levels are set by administrators, with a reason', () =>
    onMarket(async (market) => {
      const [admin, mod, anna] = [
        await staff(market, 'admin'),
        await staff(market, 'moderator'),
        await market.person('Anna'),
      ]
      const level = (sql: Sql) => sql`select public.set_trust_level(${anna.id}, 3, 'Showed a business licence.')`
      const actions = [
        level,
        (sql: Sql) => sql`select public.set_rate_limit('report', 'account', 0, '1 day', 1)`,
        (sql: Sql) => sql`select public.set_trust_ladder(1, 1, 1)`,
        (sql: Sql) => sql`update public.rate_limits set allowed = 9`,
        (sql: Sql) => sql`update public.trust_ladder set days = 0`,
      ]
      for (const action of actions) {
        for (const person of [mod, anna, market.visitor]) expect((await person.isRefused(action)).code).toBe('42501')
      }
      await admin.does(level)
      expect(await anna.does((sql) => sql`select trust_level from public.profiles`)).toEqual([{ trust_level: 3 }])
      expect(
        (await admin.isRefused((sql) => sql`select public.set_trust_level(${anna.id}, 1, 'why')`)).message,
      ).toContain('Give a reason')
      expect(await auditLinesOf(market, admin)).toEqual(['person.trust'])
    }))
})

describe('moderators', () => {
  test('find people by name, full email address or link, without seeing the address', () =>
    onMarket(async (market) => {
      const [mod, anna] = [await staff(market, 'moderator'), await market.person('Zacharias')]
      const found = async (q: string) =>
        (
          await firstRow(
            mod.does((sql) => sql<{ found: { id: string }[] }[]>`select public.find_people(${q}) as found`),
          )
        ).found
      for (const q of ['zachar', `${anna.id}@EXAMPLE.com`, `https://souk.test/seller/${anna.id}`]) {
        const people = await found(q)
        expect(people.map(({ id }) => id)).toEqual([anna.id])
        expect(JSON.stringify(people)).not.toContain('@')
      }
      expect(await found('@example.com')).toEqual([])
      expect(await found('%')).toEqual([])
      expect((await found('')).length).toBeGreaterThan(1)
    }))

  test('find ads by title, number or link, with their history, but no drafts', () =>
    onMarket(async (market) => {
      const [mod, anna] = [await staff(market, 'moderator'), await market.trusted('Anna')]
      const ad = await market.adOf(anna, { title: 'A zitherlike something' })
      const draft = await market.draftOf(anna, { title: 'A zitherlike draft' })
      const { no } = await firstRow(
        market.owner<{ no: string }[]>`select ad_no as no from public.listings where id = ${ad}`,
      )
      for (const q of ['zitherlike', `#${no}`, `/listing/${ad}`, anna.id]) {
        const { found } = await firstRow(
          mod.does((sql) => sql<{ found: { id: string }[] }[]>`select public.find_ads(${q}) as found`),
        )
        expect(found.map(({ id }) => id)).toEqual([ad])
      }
      const newest = await firstRow(
        mod.does((sql) => sql<{ found: { id: string }[] }[]>`select public.find_ads('') as found`),
      )
      expect(newest.found.map(({ id }) => id)).toContain(ad)
      expect(newest.found.map(({ id }) => id)).not.toContain(draft)
      const { file } = await firstRow(
        mod.does((sql) => sql<{ file: Record<string, unknown> }[]>`select public.listing_file(${ad}) as file`),
      )
      expect(file).toMatchObject({
        title: 'A zitherlike something',
        state: 'active',
        person: { id: anna.id },
        photos: [{ alt: 'An armchair' }],
        events: expect.arrayContaining([expect.objectContaining({ to: 'active', by: 'seller' })]),
      })
      expect((await mod.isRefused((sql) => sql`select public.listing_file(${draft})`)).code).toBe('SK621')
      expect(await auditLinesOf(market, mod)).toEqual(['listing.read'])
    }))

  test('are the only ones who can search people and ads', () =>
    onMarket(async (market) => {
      const anna = await market.trusted('Anna')
      const ad = await market.adOf(anna)
      for (const action of [
        (sql: Sql) => sql`select public.find_people('anna')`,
        (sql: Sql) => sql`select public.find_ads('chair')`,
        (sql: Sql) => sql`select public.listing_file(${ad})`,
      ]) {
        for (const person of [anna, market.visitor]) expect((await person.isRefused(action)).code).toBe('42501')
      }
    }))
})

test('staff with a second factor must use it before any action', () =>
  onMarket(async (market) => {
    const admin = await staff(market, 'admin')
    await market.owner`
      insert into auth.mfa_factors (user_id, friendly_name, factor_type, status) values (${admin.id}, 'App', 'totp', 'verified')`
    const claims = (aal: string) => JSON.stringify({ sub: admin.id, role: 'authenticated', aal })
    const find = async (aal: string) =>
      market.owner.savepoint(async (sql) => {
        await sql`select set_config('request.jwt.claims', ${claims(aal)}, true), set_config('role', 'authenticated', true)`
        const rows = await sql`select public.find_people('anna')`
        await sql`select set_config('role', 'none', true), set_config('request.jwt.claims', '', true)`
        return rows
      })
    await expect(find('aal1')).rejects.toMatchObject({ code: 'SK006' })
    expect(await find('aal2')).toHaveLength(1)
  }))

describe('the branding', () => {
  const set = (sql: Sql) =>
    sql`select public.set_branding(brand_name => 'Bazaar', contact_email => 'hello@bazaar.example', brand_hue => 30)`

  test('is set as a whole by administrators and public, and omitted values are cleared', () =>
    onMarketAlone(async (market) => {
      const admin = await staff(market, 'admin')
      await admin.does((sql) => sql`select public.set_branding(operator_name => 'Bazaar Ltd')`)
      await admin.does(set)
      expect(
        await market.visitor.does(
          (sql) => sql`select brand_name, operator_name, contact_email, brand_hue, logo_path from public.branding`,
        ),
      ).toEqual([
        {
          brand_name: 'Bazaar',
          operator_name: null,
          contact_email: 'hello@bazaar.example',
          brand_hue: 30,
          logo_path: null,
        },
      ])
      expect(await auditLinesOf(market, admin)).toEqual(['branding.set', 'branding.set'])
    }))

  test('rejects names with markup, incomplete addresses and missing logos', () =>
    onMarket(async (market) => {
      const admin = await staff(market, 'admin')
      const actions = [
        (sql: Sql) => sql`select public.set_branding(brand_name => '<b>Souk</b>')`,
        (sql: Sql) => sql`select public.set_branding(brand_name => 'S')`,
        (sql: Sql) => sql`select public.set_branding(contact_email => 'hello')`,
        (sql: Sql) => sql`select public.set_branding(brand_hue => 360)`,
        (sql: Sql) => sql`select public.set_branding(logo_path => 'nothing.png')`,
        (sql: Sql) => sql`select public.set_branding(currency => 'euro')`,
        (sql: Sql) => sql`select public.set_branding(languages => array['en', 'xx'])`,
        (sql: Sql) => sql`select public.set_branding(languages => array['en', 'en'])`,
        (sql: Sql) => sql`select public.set_branding(languages => '{}')`,
      ]
      for (const action of actions) expect((await admin.isRefused(action)).status).toBe(422)
    }))

  test('sets the currency of new ads and the price guide; existing ads keep theirs', () =>
    onMarketAlone(async (market) => {
      const [admin, anna] = [await staff(market, 'admin'), await market.trusted('Anna')]
      const currencyOf = async (ad: string) =>
        (await market.owner<{ currency: string }[]>`select currency from public.listings where id = ${ad}`)[0]?.currency
      const before = await market.draftOf(anna)
      await admin.does((sql) => sql`select public.set_branding(currency => 'CHF', languages => array['de', 'fr'])`)
      expect([await currencyOf(before), await currencyOf(await market.draftOf(anna))]).toEqual(['EUR', 'CHF'])
      const imported = await anna.does(
        (sql) => sql<{ id: string }[]>`
          select answer ->> 'id' as id from jsonb_array_elements(public.import_listings('[{"key": "1", "title": "A lamp"}]')) as answer`,
      )
      expect(await currencyOf(imported[0]?.id ?? '')).toBe('CHF')
      const guide = () =>
        market.visitor.does((sql) => sql`select public.price_guide('sofas') ->> 'currency' as currency`)
      await market.owner`update public.sold_comps set currency = 'CHF', sold_at = now() where category = 'sofas'`
      await market.owner`
        insert into public.sold_comps (listing_id, category, condition, price_minor, currency, sold_at, area, city)
        select null, 'sofas', 'good', 10000 + n, 'CHF', now(), '', '' from generate_series(1, 8) as n`
      expect(await guide()).toEqual([{ currency: 'CHF' }])
    }))

  test('has pictures that only administrators can change', () =>
    onMarket(async (market) => {
      const [admin, mod, anna] = [
        await staff(market, 'admin'),
        await staff(market, 'moderator'),
        await market.person('Anna'),
      ]
      const upload = (sql: Sql) => sql`insert into storage.objects (bucket_id, name) values ('branding', 'logo.png')`
      const direct = (sql: Sql) => sql`update public.branding set brand_name = 'Mine'`
      for (const person of [mod, anna, market.visitor]) {
        for (const action of [set, upload, direct]) expect((await person.isRefused(action)).code).toBe('42501')
      }
      await admin.does(upload)
      await admin.does((sql) => sql`select public.set_branding(logo_path => 'logo.png')`)
    }))
})
