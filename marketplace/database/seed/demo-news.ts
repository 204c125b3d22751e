import type { TransactionSql } from 'souk-backend/postgres'
import { prepareSavedSearches } from '../../search/saved-searches.ts'
import { type DemoData, demoId, hoursAgo } from './demo-data.ts'

/** Followed sellers by user. */
const FOLLOWS = { s01: ['s06', 's07', 's20'], s04: ['s01', 's06'], s05: ['s20', 's08'] } as const

/** How long before seeding saved searches were created, for matching new ads. */
const SEARCHED_FOR_DAYS = 21
/** Results of the last hours are unseen. */
const UNSEEN_HOURS = 24
/** How far notifications of new ads go back. */
const NEWS_HOURS = 60

const LISBON = { lat: 38.717, lng: -9.137, radius_km: 10 } as const

interface DemoSearch {
  readonly of: string
  readonly name: string
  readonly summary: string
  readonly cadence: 'instant' | 'daily' | 'weekly'
  readonly query: Readonly<Record<string, string | number>>
}

const SEARCHES: readonly DemoSearch[] = [
  {
    of: 's01',
    name: 'Armchairs near me',
    summary: 'Armchairs, within 10 km',
    cadence: 'instant',
    query: { category: 'armchairs', ...LISBON },
  },
  {
    of: 's01',
    name: 'Film cameras',
    summary: '“camera”, up to €200',
    cadence: 'daily',
    query: { q: 'camera', price_max: 20_000 },
  },
  {
    of: 's01',
    name: 'Plants',
    summary: 'Plants, within 10 km',
    cadence: 'weekly',
    query: { category: 'houseplants', ...LISBON },
  },
  {
    of: 's04',
    name: 'Sacos e mochilas',
    summary: '“mochila”, 10 km',
    cadence: 'instant',
    query: { q: 'mochila', ...LISBON },
  },
  { of: 's05', name: 'Monitor', summary: '“monitor”', cadence: 'daily', query: { q: 'monitor' } },
]

/** Users who follow certain sellers. */
export async function insertFollows(sql: TransactionSql, now: Date): Promise<void> {
  const follows = Object.entries(FOLLOWS).flatMap(([follower, sellers]) =>
    sellers.map((seller) => ({
      follower_id: demoId(follower),
      seller_id: demoId(seller),
      created_at: hoursAgo(500, now),
    })),
  )
  await sql`
    insert into public.follows (follower_id, seller_id, created_at)
    select follower_id, seller_id, created_at from jsonb_populate_recordset(null::public.follows, ${sql.json(follows)})`
}

/** Saved searches with their results: matched like new ads, as of each ad's publication. */
export async function insertSearches(sql: TransactionSql, now: Date): Promise<void> {
  const searches = SEARCHES.map(({ of, query, ...search }) => ({
    id: demoId(`search ${of} ${search.name}`),
    user_id: demoId(of),
    query,
    address: addressOf(query),
    created_at: hoursAgo(SEARCHED_FOR_DAYS * 24, now),
    ...search,
  }))
  await sql`
    insert into public.saved_searches (id, user_id, name, summary, query, address, cadence, created_at)
    select id, user_id, name, summary, query, address, cadence, created_at
    from jsonb_populate_recordset(null::public.saved_searches, ${sql.json(searches)})`
  const failing = (problem: object) => {
    throw new Error('a saved search of the demo cannot be made ready', { cause: problem })
  }
  await prepareSavedSearches(sql, { warn: failing })
  await sql`
    select private.match_saved_searches(ad.id, 'new', ${now}::timestamptz) from public.listings ad
    where ad.state = 'active' and ad.first_published_at > ${hoursAgo(SEARCHED_FOR_DAYS * 24, now)}`
  await sql`
    update public.search_hits hit set found_at = ad.first_published_at, told_at = ad.first_published_at
    from public.listings ad where ad.id = hit.listing_id`
  await sql`
    update public.saved_searches search set told_at = ${now}, last_hit_at = found.last,
      new_count = (select count(*) from public.search_hits hit
        where hit.search_id = search.id and hit.found_at > ${hoursAgo(UNSEEN_HOURS, now)})
    from (select search_id, max(found_at) as last from public.search_hits group by search_id) as found
    where found.search_id = search.id`
}

function addressOf(query: DemoSearch['query']): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) params.set(name, String(value))
  params.sort()
  return params.toString()
}

/**
 * Notifications of demo users with their past dates. The ads were published in this transaction: without this, all savers would be notified that each
 * is available again.
 */
export async function insertNotifications(sql: TransactionSql, data: DemoData, now: Date): Promise<void> {
  await sql`delete from private.listing_news where listing_id = any(${data.listings.map(({ id }) => demoId(id))})`
  await sql`
    with told (user_id, kind, payload, at) as (
      select case when offer.by_role = 'buyer' then talk.seller_id else talk.buyer_id end, 'offer_received',
        private.offer_facts(talk, offer.from_id, jsonb_build_object('offer_id', offer.id, 'amount_minor', offer.amount_minor,
          'currency', offer.currency, 'is_counter', offer.counters_id is not null)), offer.created_at
      from public.offers offer join public.conversations talk on talk.id = offer.conversation_id
      where offer.state = 'pending'
      union all
      select deal.buyer_id, 'deal_shipped', private.deal_facts(deal, deal.seller_id), deal.handed_over_at
      from public.deals deal where deal.state = 'handed_over'
      union all
      select private.other_of_deal(deal, deal.proposed_by), 'meetup_proposed',
        private.deal_facts(deal, deal.proposed_by) || jsonb_build_object('meet_at', deal.proposed_at, 'place', deal.proposed_place),
        deal.changed_at
      from public.deals deal where deal.proposed_by is not null
      union all
      select private.other_of_deal(deal, deal.ended_by), 'deal_' || deal.state, private.deal_facts(deal, deal.ended_by), deal.ended_at
      from public.deals deal where deal.state in ('completed', 'cancelled', 'no_show')
      union all
      select review.subject_id, 'review_published',
        private.deal_facts(deal, review.author_id) || jsonb_build_object('review_id', review.id, 'rating', review.rating), review.created_at
      from public.reviews review join public.deals deal on deal.id = review.deal_id where review.state = 'published'
      union all
      select saved.user_id, 'favorite_price_drop', jsonb_build_object('listing_id', ad.id, 'title', ad.title, 'currency', ad.currency,
        'amount_minor', ad.price_minor, 'previous_minor', ad.previous_price_minor), ad.price_changed_at
      from public.favorites saved join public.listings ad on ad.id = saved.listing_id
      where ad.state = 'active' and ad.price_changed_at is not null
      union all
      select follow.follower_id, 'followed_seller_ad', jsonb_build_object('listing_id', ad.id, 'title', ad.title, 'currency', ad.currency,
        'amount_minor', ad.price_minor, 'seller_id', ad.seller_id, 'from', seller.display_name), ad.first_published_at
      from public.follows follow join public.listings ad on ad.seller_id = follow.seller_id join public.sellers seller on seller.id = ad.seller_id
      where ad.state = 'active' and ad.first_published_at > ${hoursAgo(NEWS_HOURS, now)}
      union all
      select search.user_id, 'saved_search_hits', jsonb_build_object('search_id', search.id, 'name', search.name, 'count', 1,
        'listing_id', ad.id, 'title', ad.title, 'hits', jsonb_build_array(jsonb_build_object('listing_id', ad.id, 'title', ad.title,
          'kind', hit.kind, 'amount_minor', ad.price_minor, 'currency', ad.currency, 'place', ad.area, 'matched_on', to_jsonb(hit.matched_on)))),
        hit.found_at
      from public.search_hits hit join public.saved_searches search on search.id = hit.search_id join public.listings ad on ad.id = hit.listing_id
      where hit.found_at > ${hoursAgo(NEWS_HOURS, now)}
    )
    insert into public.notifications (user_id, kind, payload, dedupe, in_app, email_state, push_state, created_at, read_at)
    select user_id, kind, payload, 'demo ' || row_number() over (), true, 'none', 'none', at,
      case when at < ${hoursAgo(UNSEEN_HOURS, now)} then at + interval '2 hours' end
    from told`
  // Removes the notifications created above, dated now, for read or older messages.
  await sql`
    delete from public.notifications told using public.conversations talk
    where told.kind = 'message' and talk.id::text = told.payload ->> 'conversation_id'
      and case told.user_id when talk.buyer_id then talk.buyer_unread else talk.seller_unread end = 0`
  await sql`
    update public.notifications told set created_at = talk.last_message_at
    from public.conversations talk where told.kind = 'message' and talk.id::text = told.payload ->> 'conversation_id'`
}
