import { randomUUID } from 'node:crypto'
import type { Market, Person } from './database.ts'

export interface Offer {
  readonly id: string
  readonly conversation_id: string
  readonly state: string
  readonly amount_minor: number
  readonly from_id: string
}

export interface Deal {
  readonly id: string
  readonly conversation_id: string
  readonly listing_id: string
  readonly buyer_id: string
  readonly seller_id: string
  readonly state: string
  readonly mode: string
  readonly amount_minor: number
  readonly meet_at: Date | null
  readonly reserved_until: Date
  readonly end_reason: string | null
  readonly no_show_by: string | null
}

/** Anna sells an armchair for 120.00; Ben and Cleo are interested; Dora is uninvolved. */
export async function createMarketDay({ trusted, adOf }: Market, content: Record<string, string | number | null> = {}) {
  const [anna, ben, cleo, dora] = [
    await trusted('Anna'),
    await trusted('Ben'),
    await trusted('Cleo'),
    await trusted('Dora'),
  ]
  return { anna, ben, cleo, dora, ad: await adOf(anna, content) }
}

function only<Row>(rows: readonly Row[]): Row {
  const [row] = rows
  if (!row) throw new Error('no row')
  return row
}

/** The functions as their users call them. Each takes the person first and returns the row. */
export const verbs = {
  offers: async (person: Person, ad: string, amount: number, clientId = randomUUID(), words: string | null = null) =>
    only(
      await person.does(
        (sql) =>
          sql<
            Offer[]
          >`select * from public.make_offer(${amount}, ${clientId}, listing_id => ${ad}, message => ${words})`,
      ),
    ),
  offersInTalk: async (person: Person, talk: string, amount: number, clientId = randomUUID()) =>
    only(
      await person.does(
        (sql) => sql<Offer[]>`select * from public.make_offer(${amount}, ${clientId}, conversation_id => ${talk})`,
      ),
    ),
  counters: async (person: Person, offer: string, amount: number, clientId = randomUUID()) =>
    only(
      await person.does((sql) => sql<Offer[]>`select * from public.counter_offer(${offer}, ${amount}, ${clientId})`),
    ),
  accepts: async (person: Person, offer: string) =>
    only(await person.does((sql) => sql<Deal[]>`select * from public.accept_offer(${offer})`)),
  declines: async (person: Person, offer: string) =>
    only(await person.does((sql) => sql<Offer[]>`select * from public.decline_offer(${offer})`)),
  withdraws: async (person: Person, offer: string) =>
    only(await person.does((sql) => sql<Offer[]>`select * from public.withdraw_offer(${offer})`)),
  proposes: async (person: Person, deal: string, hours: number, place = 'Kiosk, Jardim da Estrela') =>
    only(
      await person.does(
        (sql) =>
          sql<
            (Deal & { proposed_at: Date })[]
          >`select * from public.propose_meetup(${deal}, now() + ${hours} * interval '1 hour', ${place})`,
      ),
    ),
  confirms: async (person: Person, deal: string, hours: number) =>
    only(
      await person.does(
        (sql) => sql<Deal[]>`select * from public.confirm_meetup(${deal}, now() + ${hours} * interval '1 hour')`,
      ),
    ),
  opensCode: async (person: Person, deal: string) =>
    only(await person.does((sql) => sql<{ code: string }[]>`select public.show_handover_code(${deal}) as code`)).code,
  entersCode: async (person: Person, deal: string, code: string) =>
    only(
      await person.does(
        (sql) =>
          sql<
            { answer: { accepted: boolean; tries_left?: number; deal?: Deal } }[]
          >`select public.enter_handover_code(${deal}, ${code}) as answer`,
      ),
    ).answer,
  hasIt: async (person: Person, deal: string) =>
    only(await person.does((sql) => sql<Deal[]>`select * from public.confirm_deal_receipt(${deal})`)),
  ships: async (person: Person, deal: string) =>
    only(await person.does((sql) => sql<Deal[]>`select * from public.choose_shipping(${deal})`)),
  sends: async (person: Person, deal: string, tracking = 'RR 123 456 785 PT') =>
    only(await person.does((sql) => sql<Deal[]>`select * from public.mark_deal_shipped(${deal}, 'CTT', ${tracking})`)),
  cancels: async (person: Person, deal: string, reason = 'changed_mind') =>
    only(await person.does((sql) => sql<Deal[]>`select * from public.cancel_deal(${deal}, ${reason})`)),
  missedThem: async (person: Person, deal: string) =>
    only(await person.does((sql) => sql<Deal[]>`select * from public.report_no_show(${deal})`)),
}

/** Anna and Ben agree on 100.00. */
export async function createDeal(market: Market, content: Record<string, string | number | null> = {}) {
  const day = await createMarketDay(market, content)
  const offer = await verbs.offers(day.ben, day.ad, 10_000)
  return { ...day, offer, deal: await verbs.accepts(day.anna, offer.id) }
}

/** The states according to the log: the last one of each offer and deal. */
export async function replayStates({ owner }: Market, talks: readonly string[]) {
  const events = await owner<
    { thing: string; from_state: string | null; to_state: string }[]
  >`select coalesce(offer_id, deal_id) as thing, from_state, to_state from public.deal_events
    where conversation_id = any(${[...talks]}) order by id`
  const states = new Map<string, string>()
  for (const { thing, from_state, to_state } of events) {
    if ((states.get(thing) ?? null) !== from_state)
      throw new Error(`the log jumps from ${states.get(thing)} to ${to_state}`)
    states.set(thing, to_state)
  }
  return states
}
