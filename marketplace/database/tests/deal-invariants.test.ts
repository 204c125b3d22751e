import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Market, onMarket, type Person } from './database.ts'
import { createMarketDay, replayStates } from './market-day.ts'

/** One attempted action: user, action, index of an existing offer or deal, and number. */
interface Step {
  readonly who: 'anna' | 'ben' | 'cleo'
  readonly verb: (typeof VERBS)[number]
  readonly on: number
  readonly amount: number
}

/** Verbs that make progress are repeated here, so that sequences get somewhere. */
const VERBS = [
  ...Array<'offer'>(12).fill('offer'),
  ...Array<'counter'>(8).fill('counter'),
  ...Array<'accept'>(8).fill('accept'),
  ...Array<'propose'>(5).fill('propose'),
  ...Array<'confirm'>(5).fill('confirm'),
  ...Array<'receive'>(3).fill('receive'),
  ...Array<'cancel'>(3).fill('cancel'),
  ...Array<'resume'>(3).fill('resume'),
  ...Array<'relist'>(3).fill('relist'),
  'decline',
  'withdraw',
  'no_show',
  'pause',
  'sell',
  'offers_run_out',
  'reserves_run_out',
  'the_clock',
] as const

const steps = fc.array(
  fc.record({
    who: fc.constantFrom('anna' as const, 'ben' as const, 'cleo' as const),
    verb: fc.constantFrom(...VERBS),
    on: fc.nat({ max: 5 }),
    amount: fc.integer({ min: 55, max: 122 }).map((units) => units * 100),
  }),
  { minLength: 20, maxLength: 40, size: 'max' },
)

type People = Readonly<Record<Step['who'], Person>>

/**
 * Runs the step as its person; in half of all cases as the one whose turn it is, since most others are refused. A refusal (SK…) is fine,
 * any other error is a bug.
 */
async function take(
  { owner }: Market,
  people: People,
  ad: string,
  { who, verb, on, amount: named }: Step,
  isFree: boolean,
): Promise<boolean> {
  const amount = isFree ? 0 : named
  const offers = await owner<{ id: string; other_id: string }[]>`
    select offer.id, case when offer.from_id = talk.buyer_id then talk.seller_id else talk.buyer_id end as other_id
    from public.offers offer join public.conversations talk on talk.id = offer.conversation_id
    where offer.listing_id = ${ad} order by offer.state = 'pending' desc, offer.amount_minor, offer.id limit 3`
  const deals = await owner<{ id: string; buyer_id: string; other_id: string | null }[]>`
    select id, buyer_id, case when proposed_by = buyer_id then seller_id when proposed_by = seller_id then buyer_id end as other_id
    from public.deals where listing_id = ${ad} order by ended_at is null desc, id limit 2`
  const chosen = offers[on % Math.max(1, offers.length)]
  const agreed = deals[on < 4 ? 0 : 1]
  const [offer, deal] = [chosen?.id ?? ad, agreed?.id ?? ad]
  const turn = {
    counter: chosen?.other_id,
    accept: chosen?.other_id,
    decline: chosen?.other_id,
    confirm: agreed?.other_id,
    receive: agreed?.buyer_id,
  } as Readonly<Record<string, string | null | undefined>>
  const due = Object.values(people).find(({ id }) => id === turn[verb])
  const person = (on % 2 === 0 && due) || people[who]
  if (verb === 'offers_run_out') {
    await owner`update public.offers set expires_at = now() - interval '1 second' where listing_id = ${ad} and state = 'pending'`
    return true
  }
  if (verb === 'reserves_run_out') {
    await owner`update public.deals set reserved_until = now() - interval '1 second' where listing_id = ${ad} and ended_at is null`
    return true
  }
  if (verb === 'the_clock') {
    await owner`select private.expire_offers(), private.expire_deals(), private.complete_received()`
    return true
  }
  try {
    await person.does(async (sql) => {
      const talk = sql`(select id from public.conversations where listing_id = ${ad} order by id offset ${on % 2} limit 1)`
      switch (verb) {
        case 'offer':
          return on % 2
            ? sql`select public.make_offer(${amount}, gen_random_uuid(), conversation_id => ${talk})`
            : sql`select public.make_offer(${amount}, gen_random_uuid(), ${ad})`
        case 'counter':
          // A seller's counter-offer must be above the offer.
          return sql`select public.counter_offer(${offer}, ${person === people.anna ? 12_000 - on * 100 : amount}, gen_random_uuid())`
        case 'accept':
          return sql`select public.accept_offer(${offer})`
        case 'decline':
          return sql`select public.decline_offer(${offer})`
        case 'withdraw':
          return sql`select public.withdraw_offer(${offer})`
        case 'propose':
          return sql`select public.propose_meetup(${deal}, now() + interval '2 hours', 'Kiosk')`
        case 'confirm':
          return sql`select public.confirm_meetup(${deal}, now() + interval '2 hours')`
        case 'receive':
          return sql`select public.confirm_deal_receipt(${deal})`
        case 'cancel':
          return sql`select public.cancel_deal(${deal}, 'other')`
        case 'no_show':
          return sql`select public.report_no_show(${deal})`
        case 'pause':
          return sql`select public.pause_listing(${ad})`
        case 'resume':
          return sql`select public.resume_listing(${ad})`
        case 'sell':
          return sql`select public.mark_listing_sold(${ad}, ${amount})`
        default:
          return sql`select public.relist_listing(${ad})`
      }
    })
    return true
  } catch (error) {
    const { code } = error as { code?: string }
    if (code?.startsWith('SK')) return false
    throw error
  }
}

/** Invariants after every step. */
async function check(market: Market, ad: string, seller: string): Promise<void> {
  const { owner } = market
  const [facts] = await owner`
    select listing.state, listing.sold_price_minor,
      (select count(*)::int from public.deals deal where deal.listing_id = listing.id and deal.ended_at is null) as open_deals,
      (select count(*)::int from public.offers where listing_id = listing.id and state = 'pending') as pending,
      (select coalesce(max(count), 0)::int from (select count(*) from public.offers
        where listing_id = listing.id and state = 'pending' group by conversation_id) each) as most_pending_of_one,
      (select coalesce(max(count), 0)::int from (select count(*) from public.offers
        where listing_id = listing.id and by_role = 'buyer' group by conversation_id) each) as most_tries,
      (select count(*)::int from public.offers where listing_id = listing.id and state = 'accepted') as accepted,
      (select count(*)::int from public.deals where listing_id = listing.id) as deals,
      (select count(*)::int from public.deals deal join public.offers offer on offer.id = deal.offer_id
        where deal.listing_id = listing.id and (offer.amount_minor, offer.state) is distinct from (deal.amount_minor, 'accepted')) as other_sums,
      (select count(*)::int from public.offers where listing_id = listing.id and (amount_minor = 0) <> (listing.type = 'free')) as other_kinds,
      (select count(*)::int from public.deals where listing_id = listing.id and state = 'completed') as completed,
      (select deal_count from public.sellers where id = ${seller}) as counted,
      (select count(*)::int from public.deals where listing_id = listing.id and state in ('completed', 'no_show')) as countable
    from public.listings listing where listing.id = ${ad}`
  expect(facts?.open_deals).toBeLessThanOrEqual(1)
  expect(facts?.open_deals === 1).toBe(facts?.state === 'reserved')
  expect(facts?.most_pending_of_one).toBeLessThanOrEqual(1)
  expect(facts?.most_tries).toBeLessThanOrEqual(3)
  expect(facts?.accepted).toBe(facts?.deals)
  expect(facts?.other_sums).toBe(0)
  expect(facts?.other_kinds).toBe(0)
  expect(facts?.counted).toBe(facts?.countable)
  if (facts?.state !== 'active') expect(facts?.pending).toBe(0)

  const things = await owner<{ id: string; state: string; talk: string }[]>`
    select id, state, conversation_id as talk from public.offers where listing_id = ${ad}
    union all select id, state, conversation_id from public.deals where listing_id = ${ad}`
  const told = await replayStates(market, [...new Set(things.map(({ talk }) => talk))])
  expect(told).toEqual(new Map(things.map(({ id, state }) => [id, state])))
}

const FREE = { type: 'free', price_minor: 0, price_type: 'free' }

test.each([
  ['sold', {}, 25],
  ['given away', FREE, 8],
] as const)(
  'after any actions of two buyers and a seller, an ad that is %s is promised once and the log is consistent',
  async (_, content, numRuns) => {
    const done: Partial<Record<Step['verb'], number>> = {}
    await fc.assert(
      fc.asyncProperty(steps, (sequence) =>
        onMarket(async (market) => {
          const { anna, ben, cleo, ad } = await createMarketDay(market, content)
          const people = { anna, ben, cleo }
          for (const step of sequence) {
            if (await take(market, people, ad, step, content === FREE)) done[step.verb] = (done[step.verb] ?? 0) + 1
            await check(market, ad, anna.id)
          }
        }),
      ),
      // A fixed seed, so that failures are reproducible.
      { numRuns, seed: 20261121 },
    )
    // The sequences must have an effect, or the invariants would hold trivially.
    const needed =
      content === FREE ? (['offer', 'accept', 'relist'] as const) : (['offer', 'counter', 'accept', 'relist'] as const)
    for (const verb of needed) expect(done[verb], verb).toBeGreaterThan(0)
  },
  120_000,
)
