import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Market, onMarket, type Person } from './database.ts'
import { createMarketDay } from './market-day.ts'

const IBAN = 'PT50 0002 0123 1234 5678 9015 4'

/** Anna sells with the test provider; an order of 120.00 with 4.20 shipping is bought by Ben and confirmed. */
async function sellArmchair(market: Market) {
  await market.owner`update private.order_settings set payments = 'test'`
  const day = await createMarketDay(market, { delivery: 'both', ship_cost_minor: 420 })
  const order = await paid(market, day.ben, day.ad)
  await day.anna.does((sql) => sql`select public.mark_shipped(${order}, 'CTT', 'DA 123-456')`)
  return { ...day, order }
}

async function paid(market: Market, buyer: Person, ad: string): Promise<string> {
  const [row] = await buyer.does(
    (sql) => sql<{ id: string }[]>`
      select public.start_order(${sql.array([ad], 2950)}, 'ship') ->> 'order_id' as id`,
  )
  const id = row?.id ?? ''
  await market.owner`select public.record_payment(${id}, 'test', ${`pay ${id}`})`
  await report(market, 'succeeded', `pay ${id}`)
  return id
}

async function report({ owner }: Market, kind: string, reference: string): Promise<void> {
  await owner`select public.take_provider_event('test', ${`${kind} ${reference}`}, ${kind}, ${reference})`
  await owner`select public.handle_provider_events()`
}

const confirm = (buyer: Person, order: string) => buyer.does((sql) => sql`select public.confirm_receipt(${order})`)
const saveBank = (person: Person, iban = IBAN) =>
  person.does((sql) => sql`select public.save_test_bank('Anna Almeida', ${iban})`)

interface Line {
  readonly id: string
  readonly kind: string
  readonly title: string | null
  readonly refunded: number | null
  readonly amount: number
  readonly balance: number
}
const statement = (person: Person, only = 'all', before: string | null = null, most = 30) =>
  person.does(
    (sql) => sql<Line[]>`
      select id, kind, title, refunded_minor::integer as refunded, amount_minor::integer as amount, balance_minor::integer as balance
      from public.my_statement(null, ${only}, ${before}, ${most})`,
  )

test('a statement lists every movement with its running balance, and a partial refund within its sale', () =>
  onMarket(async (market) => {
    const { anna, ben, cleo, order } = await sellArmchair(market)
    await ben.does((sql) => sql`select public.open_dispute(${order}, 'damaged', 'One corner is dented.', 2000)`)
    await anna.does((sql) => sql`select public.offer_refund(${order}, 800)`)
    await ben.does((sql) => sql`select public.accept_refund(${order})`)
    const second = await paid(market, cleo, await market.adOf(anna, { delivery: 'both', price_minor: 3000 }))
    await anna.does((sql) => sql`select public.mark_shipped(${second}, 'CTT', 'DA 123-456')`)
    await confirm(cleo, second)
    await saveBank(anna)
    await anna.does((sql) => sql`select public.request_payout(${randomUUID()})`)
    const lines = await statement(anna)
    expect(lines.map(({ kind, refunded, amount, balance }) => [kind, refunded, amount, balance])).toEqual([
      ['payout', null, -14_620, 0],
      ['release', null, 3000, 14_620],
      ['release', 800, 11_620, 11_620],
    ])
    expect(await statement(anna, 'payouts')).toEqual([lines[0]])
    expect(await statement(anna, 'sales', lines[1]?.id ?? null, 5)).toEqual([lines[2]])
    // No other user can read it, and it requires an account.
    expect(await statement(ben)).toEqual([])
    expect((await market.visitor.isRefused((sql) => sql`select * from public.my_statement()`)).code).toBe('42501')
    expect((await anna.isRefused((sql) => sql`select * from public.my_statement(null, 'gifts')`)).code).toBe('SK009')
  }))

test('sales are counted by quarter for their seller and, by name, for administrators', () =>
  onMarket(async (market) => {
    const { anna, ben, dora, order } = await sellArmchair(market)
    await confirm(ben, order)
    const year = new Date().getUTCFullYear()
    const quarter = Math.floor(new Date().getUTCMonth() / 3) + 1
    const [own] = await anna.does((sql) => sql`select * from public.my_sales(${year})`)
    expect(own).toEqual({ quarter, sales: 1, paid_minor: '12420', fees_minor: '0', currency: 'EUR' })
    expect(await anna.does((sql) => sql`select * from public.my_sales(${year - 1})`)).toEqual([])
    expect((await anna.isRefused((sql) => sql`select * from public.my_sales(1)`)).code).toBe('SK473')
    expect((await anna.isRefused((sql) => sql`select * from public.reportable_sellers(${year})`)).code).toBe('42501')
    await market.owner`update public.profiles set role = 'admin', last_name = 'Dias' where id = ${dora.id}`
    const sellers = await dora.does(
      (sql) => sql`select seller_id, quarter, sales, paid_minor from public.reportable_sellers(${year})`,
    )
    expect(sellers).toEqual([{ seller_id: anna.id, quarter, sales: 1, paid_minor: '12420' }])
  }))

test('payouts go to a bank account on schedule, once; a returned payout is reported until the account is changed', () =>
  onMarket(async (market) => {
    const { anna, ben, order } = await sellArmchair(market)
    await confirm(ben, order)
    const plan = async () => (await anna.does((sql) => sql`select public.my_payout_plan() as plan`))[0]?.plan
    expect(await plan()).toEqual({ holder: null, ending: null, every: 'asked', next_on: null, returned_minor: null })
    const wrong = await anna.isRefused((sql) => sql`select public.save_test_bank('Anna', 'PT50000201231234567890155')`)
    expect(wrong.code).toBe('SK472')
    expect((await anna.isRefused((sql) => sql`select public.save_test_bank('', ${IBAN})`)).code).toBe('SK471')
    await saveBank(anna)
    expect(await plan()).toMatchObject({ holder: 'Anna Almeida', ending: '0154', every: 'week' })
    const [friday] = await market.owner<{ ahead: number; day: number }[]>`
      select next_on - (now() at time zone 'UTC')::date as ahead, extract(isodow from next_on)::integer as day
      from private.payout_plans`
    expect(friday?.day).toBe(5)
    expect(friday?.ahead).toBeGreaterThan(0)
    // Not before its date; then once, however often the job runs.
    await market.owner`select private.pass_payouts()`
    expect(await statement(anna, 'payouts')).toEqual([])
    // A transaction has one timestamp, so the account is backdated by an hour.
    await market.owner`update private.payout_plans set next_on = current_date - 1, changed_at = now() - interval '1 hour'`
    await market.owner`select private.pass_payouts(), private.pass_payouts()`
    expect((await statement(anna, 'payouts')).map(({ amount }) => amount)).toEqual([-12_420])
    const [task] = await market.owner<{ key: string }[]>`select key from private.payment_tasks where kind = 'payout'`
    await report(market, 'payout_failed', task?.key ?? '')
    expect(await plan()).toMatchObject({ returned_minor: 12_420 })
    expect((await statement(anna))[0]).toMatchObject({ kind: 'payout_returned', balance: 12_420 })
    await market.owner`update private.payout_plans set changed_at = now()`
    expect(await plan()).toMatchObject({ returned_minor: null })
    expect((await anna.isRefused((sql) => sql`select public.set_payout_rhythm('hourly')`)).code).toBe('SK009')
    await anna.does((sql) => sql`select public.set_payout_rhythm('asked')`)
    expect(await plan()).toMatchObject({ every: 'asked', next_on: null })
    await market.owner`update private.order_settings set payments = 'stripe'`
    expect((await anna.isRefused((sql) => sql`select public.save_test_bank('Anna', ${IBAN})`)).code).toBe('SK470')
  }))

test('the balance and a page of the statement take as long after 20,000 movements', () =>
  onMarket(async (market) => {
    const { anna, ben, order } = await sellArmchair(market)
    await confirm(ben, order)
    // Without the trigger: within one transaction it would leave 20,000 versions of the account's row.
    await market.owner`set local session_replication_role = replica`
    await market.owner`
      with entry as (
        insert into public.ledger_entries (kind, reference) select 'release', 'many ' || n from generate_series(1, 20000) as n
        returning id, substr(reference, 6)::integer as n)
      insert into public.ledger_postings (entry_id, account_id, user_id, amount_minor, currency, balance_minor)
      select entry.id, account.id, account.user_id, case account.kind when 'balance' then 5 else -5 end, 'EUR',
        case account.kind when 'balance' then account.balance_minor + 5 * entry.n end
      from entry, private.ledger_accounts account
      where account.kind = 'balance' and account.user_id = ${anna.id} or account.kind = 'provider' and account.currency = 'EUR'
      order by entry.n`
    await market.owner`update private.ledger_accounts set balance_minor = balance_minor + 100000 where kind = 'balance' and user_id = ${anna.id}`
    await market.owner`set local session_replication_role = origin`
    await market.owner`analyze public.ledger_postings, public.ledger_entries`
    expect((await statement(anna, 'all', null, 2)).map(({ balance }) => balance)).toEqual([112_420, 112_415])
    const read = () =>
      anna.does(async (sql) => {
        const begun = performance.now()
        await sql`select public.my_balance(), (select count(*) from public.my_statement(null, 'all', null, 30))`
        return performance.now() - begun
      })
    const times = [await read(), await read(), await read(), await read(), await read()].sort((one, two) => one - two)
    // Measured at 1.3 ms.
    expect(times[0]).toBeLessThan(5)
  }))
