import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TransactionSql } from 'souk-backend/postgres'
import { expect, test } from 'vitest'
import { type Market, onMarket, onMarketAlone, type Person } from './database.ts'

/** The actions shown by /admin/limits. The page itself needs a browser, so its source is read. */
const SHOWN = [
  ...readFileSync(join(import.meta.dirname, '../../web/src/features/admin/limits/words.ts'), 'utf8').matchAll(
    /^ {2}(\w+): t\('/gm,
  ),
].flatMap(([, action = '']) => (['account', 'device', 'network'].includes(action) ? [] : [action]))

/** Every table and function through which an account can write: the action that limits it, or why it needs no limit. */
const TABLES: Readonly<Record<string, string>> = {
  favorites: 'favorite',
  follows: 'follow',
  listing_photos: 'photo',
  listing_provenance: 'none: one row per ad and field',
  listings: 'draft',
  messages: 'message',
  notification_preferences: 'none: one row per kind',
  notification_settings: 'none: one row per account',
  profiles: 'profile',
  push_subscriptions: 'push',
  saved_searches: 'save_search',
}
const ONE_ROW = 'none: changes one row of the caller, adds none'
const ONCE = 'none: possible once'
const FOR_STAFF = 'none: for administrators or moderators, and in the audit log'
const FUNCTIONS: Readonly<Record<string, string>> = {
  start_conversation: 'conversation',
  make_offer: 'conversation',
  start_order: 'order',
  save_address: 'none: ten at most',
  delete_address: ONE_ROW,
  cancel_order: 'none: moves an order on',
  mark_shipped: 'none: moves an order on',
  confirm_receipt: 'none: moves an order on',
  show_order_code: 'none: the same code each time',
  enter_order_code: 'none: five tries an order',
  open_dispute: 'none: one an order',
  offer_refund: 'none: one row an order',
  accept_refund: 'none: moves an order on',
  withdraw_dispute: 'none: moves an order on',
  escalate_dispute: 'none: moves an order on',
  appeal_dispute: ONCE,
  report_lost: 'none: moves an order on',
  add_evidence: 'none: eight photos and 4,000 characters an order',
  offer_return: 'none: one row an order',
  contest_return: 'none: moves an order on',
  mark_return_shipped: 'none: moves an order on',
  confirm_return: 'none: moves an order on',
  set_bundle_discount: ONE_ROW,
  request_payout: 'none: needs the least amount each time',
  set_payout_rhythm: ONE_ROW,
  save_test_bank: ONE_ROW,
  counter_offer: 'message',
  propose_meetup: 'message',
  send_photo: 'message',
  publish_listing: 'publish',
  import_listings: 'draft',
  report_something: 'report',
  record_view: 'view',
  rate_help_article: 'vote',
  block_person: 'block',
  save_push_subscription: 'push',
  ...Object.fromEntries(
    ['mark_listing_sold', 'relist_listing', 'extend_listing', 'pause_listing', 'resume_listing', 'reserve_listing'].map(
      (name) => [name, 'state'],
    ),
  ),
  ...Object.fromEntries(
    ['unreserve_listing', 'bulk_change_listings', 'reserve_for', 'sell_to'].map((name) => [name, 'state']),
  ),
  ...Object.fromEntries(
    [
      ['delete_listing', 'share_sold_price', 'record_provenance', 'end_session', 'delete_message'],
      ['mark_conversation_read', 'mark_delivered', 'archive_conversation', 'unblock_person', 'reveal_message'],
      ['mark_notifications_read', 'mark_search_seen', 'my_dashboard', 'show_handover_code', 'mark_message_harmless'],
      ['declare_trader', 'end_trader', 'set_vacation', 'end_vacation'],
    ]
      .flat()
      .map((name) => [name, ONE_ROW]),
  ),
  ...Object.fromEntries(
    [
      ['decline_offer', 'withdraw_offer', 'accept_offer', 'confirm_meetup', 'confirm_deal_receipt', 'choose_shipping'],
      ['mark_deal_shipped', 'cancel_deal', 'report_no_show', 'write_review', 'reply_to_review', 'appeal_message'],
      ['appeal_decision', 'appeal_report', 'delete_my_account'],
    ]
      .flat()
      .map((name) => [name, ONCE]),
  ),
  enter_handover_code: 'none: five wrong codes end it',
  begin_data_export: 'none: three a day, in the function',
  contest_fact: 'none: ten open at a time and one per fact, in the function',
  reply_to_ticket: 'none: 20 an hour, in the function',
}

test('every write of an account is limited or has a reason not to be', () =>
  onMarket(async ({ owner }) => {
    const tables = await owner<{ name: string; functions: string[] }[]>`
      select c.relname as name, array(select p.prosrc from pg_trigger t join pg_proc p on p.oid = t.tgfoid where t.tgrelid = c.oid) as functions
      from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'p')
        and (has_table_privilege('authenticated', c.oid, 'delete') or has_any_column_privilege('authenticated', c.oid, 'insert')
          or has_any_column_privilege('authenticated', c.oid, 'update'))`
    expect(tables.map(({ name }) => name).sort()).toEqual(Object.keys(TABLES).sort())
    for (const { name, functions } of tables) {
      const isCounted = functions.some((body) => body.includes('private.consume_rate_limit('))
      expect([name, isCounted]).toEqual([name, !TABLES[name]?.startsWith('none')])
    }
    const functions = await owner<{ name: string; body: string }[]>`
      select p.proname as name, concat(p.prosrc, pg_get_function_sqlbody(p.oid)) as body from pg_proc p
      where p.pronamespace = 'public'::regnamespace and p.prokind = 'f' and p.provolatile = 'v'
        and has_function_privilege('authenticated', p.oid, 'execute') and p.prorettype <> 'trigger'::regtype`
    const isForStaff = (body: string) =>
      /private\.(require_role|known_webhook|category_for_change|listing_for_decision|order_to_judge|take_down)\b/.test(
        body,
      ) || /not private\.has_role/.test(body)
    const open = functions.filter(({ name, body }) => !(name in FUNCTIONS) && !isForStaff(body)).map(({ name }) => name)
    expect(open, FOR_STAFF).toEqual([])
    const names = new Set(functions.map(({ name }) => name))
    expect(Object.keys(FUNCTIONS).filter((name) => !names.has(name))).toEqual([])

    const actions = await owner<{ action: string }[]>`select distinct action from public.rate_limits order by action`
    expect(actions.map(({ action }) => action)).toEqual(SHOWN.toSorted())
    for (const said of [...Object.values(TABLES), ...Object.values(FUNCTIONS)])
      if (!said.startsWith('none')) expect(SHOWN).toContain(said)
  }))

type Action = (sql: TransactionSql) => Promise<unknown>
interface Case {
  readonly action: string
  readonly does: (market: Market, anna: Person) => Promise<Action>
}

const CASES: readonly Case[] = [
  {
    action: 'message',
    does: async (market, anna) => {
      const talk = await market.talkAbout(await market.adOf(await market.trusted('Ben')), anna)
      return (sql) =>
        sql`insert into public.messages (conversation_id, body, client_id) values (${talk}, 'Hello again', ${randomUUID()})`
    },
  },
  { action: 'draft', does: async () => (sql) => sql`insert into public.listings (title) values ('A chair')` },
  {
    action: 'favorite',
    does: async (market) => {
      const ads = [await market.adOf(await market.trusted('Ben')), await market.adOf(await market.trusted('Cleo'))]
      return (sql) => sql`insert into public.favorites (listing_id) values (${ads.pop() ?? ''})`
    },
  },
  {
    action: 'follow',
    does: async (market) => {
      const sellers = [await market.person('Ben'), await market.person('Cleo')]
      return (sql) => sql`insert into public.follows (seller_id) values (${sellers.pop()?.id ?? ''})`
    },
  },
  {
    action: 'save_search',
    does: async () => (sql) => sql`insert into public.saved_searches (name, query) values ('Lamps', '{"q": "lamp"}')`,
  },
  {
    action: 'push',
    does: async () => (sql) =>
      sql`select public.save_push_subscription(${`https://push.example/${randomUUID()}`}, ${'B'.repeat(87)}, ${'a'.repeat(22)})`,
  },
  {
    action: 'block',
    does: async (market) => {
      const people = [await market.person('Ben'), await market.person('Cleo')]
      return (sql) => sql`select public.block_person(${people.pop()?.id ?? ''})`
    },
  },
  {
    action: 'profile',
    does: async (_, anna) => (sql) => sql`update public.profiles set bio = 'Here since today' where id = ${anna.id}`,
  },
  { action: 'vote', does: async () => (sql) => sql`select public.rate_help_article('when-to-pay', true)` },
  {
    action: 'view',
    does: async (market) => {
      const ads = [await market.adOf(await market.trusted('Ben')), await market.adOf(await market.trusted('Cleo'))]
      return (sql) => sql`select public.record_view(${ads.pop() ?? ''})`
    },
  },
]

test.each(CASES)(
  'the limit of $action is enforced, reports when it resets, and can be set by an administrator',
  ({ action, does }) =>
    onMarketAlone(async (market) => {
      const [anna, admin] = [await market.person('Anna'), await market.person('Ada')]
      await market.owner`update public.profiles set role = 'admin' where id = ${admin.id}`
      const write = await does(market, anna)
      await market.owner`delete from private.rate_limit_uses`
      const rows = await market.owner<{ level: number; span: string }[]>`
      select level, span::text from public.rate_limits where action = ${action} and scope = 'account' and level = 0`
      for (const { level, span } of rows)
        await admin.does((sql) => sql`select public.set_rate_limit(${action}, 'account', ${level}, ${span}, 1)`)
      await anna.does(write)
      await expect(anna.does(write)).rejects.toMatchObject({
        code: 'SK502',
        detail: expect.stringMatching(/(?=.*"count": 1\b)(?=.*"span": "(minute|hour|day)")(?=.*"retry_after": \d+)/),
      })
    }),
)

test('each row of a statement counts: an insert of twenty thousand drafts is refused as a whole', () =>
  onMarket(async (market) => {
    const anna = await market.person('Anna')
    const refused = await anna.isRefused(
      (sql) =>
        sql`insert into public.listings (title) select 'Draft ' || number from generate_series(1, 20000) as number`,
    )
    expect(refused.code).toBe('SK502')
    expect(await market.owner`select from public.listings where seller_id = ${anna.id}`).toEqual([])
  }))
