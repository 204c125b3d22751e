import type { TransactionSql } from 'souk-backend/postgres'
import { type DemoData, type DemoListing, demoId, hoursAgo, picturePath } from './demo-data.ts'

const CONTENT = [
  'category',
  'type',
  'title',
  'description',
  'language',
  'price_minor',
  'currency',
  'price_type',
  'condition',
  'attributes',
  'delivery',
  'ship_cost_minor',
  'ad_no',
] as const

/** Ads with their photos, inserted as drafts and then moved to their state, so that each is indexed once, with its photos. */
export async function insertAds(sql: TransactionSql, data: DemoData, now: Date): Promise<void> {
  const ads = data.listings.map((listing) => adRow(listing, now))
  await sql`
    insert into public.listings (id, seller_id, ad_no, category, type, title, description, language, price_minor, previous_price_minor,
      price_changed_at, currency, price_type, condition, attributes, area, city, country, lat, lng, delivery, ship_cost_minor, created_at)
    select id, seller_id, ad_no, category, type, title, description, language, price_minor, previous_price_minor,
      price_changed_at, currency, price_type, condition, attributes, area, city, country, lat, lng, delivery, ship_cost_minor, created_at
    from jsonb_populate_recordset(null::public.listings, ${sql.json(ads)})`
  await sql`
    insert into public.listing_photos (id, listing_id, path, alt, position)
    select id, listing_id, path, alt, position
    from jsonb_populate_recordset(null::public.listing_photos, ${sql.json(photoRows(data))})`
  await sql`
    update public.listings listing set
      state = given.state, state_rule = given.state_rule, state_reason = given.state_reason, first_published_at = given.first_published_at,
      expires_at = coalesce(given.expires_at, given.first_published_at + category.expiry_days * interval '1 day'),
      sold_at = given.sold_at, sold_price_minor = given.sold_price_minor, sold_channel = given.sold_channel
    from jsonb_populate_recordset(null::public.listings, ${sql.json(ads)}) as given
    join public.categories category on category.slug = given.category
    where listing.id = given.id and given.state <> 'draft'`
  // The triggers set all dates to today.
  await sql`
    update public.listings listing set updated_at = coalesce(listing.sold_at, listing.price_changed_at, listing.first_published_at, listing.created_at),
      version = 1
    where listing.id = any(${ads.map((ad) => ad.id)})`
  // The log is append-only; demo history is the one exception, and only the table's owner can write it.
  await sql`alter table public.listing_events disable trigger keep_listing_events`
  await sql`
    update public.listing_events event set created_at = case when event.event = 'created' then listing.created_at else listing.updated_at end
    from public.listings listing
    where listing.id = event.listing_id and listing.id = any(${ads.map((ad) => ad.id)})`
  await sql`alter table public.listing_events enable trigger keep_listing_events`
}

const NEVER_PUBLISHED = ['draft', 'pending_review']

function adRow(listing: DemoListing, now: Date) {
  const published = NEVER_PUBLISHED.includes(listing.state) ? null : hoursAgo(listing.age_hours, now)
  const { area, city, country, lat, lng } = listing.place
  return {
    ...Object.fromEntries(CONTENT.map((column) => [column, listing[column]])),
    id: demoId(listing.id),
    seller_id: demoId(listing.seller),
    area,
    city,
    country,
    lat,
    lng,
    state: listing.state,
    previous_price_minor: listing.previous_price_minor ?? null,
    price_changed_at: ago(listing.price_changed_hours_ago, now),
    first_published_at: published,
    expires_at: ago(listing.expired_hours_ago, now),
    ...groundOf(listing),
    sold_at: ago(listing.sold_hours_ago, now),
    sold_price_minor: listing.sold_price_minor ?? null,
    sold_channel: listing.state === 'sold' ? (listing.sold_channel ?? 'here') : null,
    created_at: hoursAgo(listing.age_hours + 0.2, now),
  }
}

/** Why an ad is in review, in the database's format. */
function groundOf({ id, held, photos: [photo] }: DemoListing) {
  if (!held) return { state_rule: null, state_reason: null }
  return {
    state_rule: `${held}:${demoId(`${id}/${photo}`)}`,
    state_reason: { code: 'SK188', name: 'held_photo_elsewhere', details: {} },
  }
}

function ago(hours: number | undefined, now: Date): string | null {
  return hours === undefined ? null : hoursAgo(hours, now)
}

function photoRows(data: DemoData) {
  return data.listings.flatMap((listing) =>
    listing.photos.map((file, position) => ({
      id: demoId(`${listing.id}/${file}`),
      listing_id: demoId(listing.id),
      path: picturePath(listing.seller, file),
      alt: data.photos.get(file)?.alt ?? '',
      position,
    })),
  )
}

/** Views, saves and chats from the data; runs after all triggers that count. */
export async function setCounters(sql: TransactionSql, data: DemoData): Promise<void> {
  const counters = data.listings.map(({ id, counters }) => ({
    id: demoId(id),
    views_count: counters?.views ?? 0,
    saves_count: counters?.saves ?? 0,
    chats_count: counters?.chats ?? 0,
  }))
  await sql`
    update public.listings listing set views_count = given.views_count, chats_count = given.chats_count,
      saves_count = greatest(given.saves_count, (select count(*) from public.favorites favorite where favorite.listing_id = listing.id))
    from jsonb_populate_recordset(null::public.listings, ${sql.json(counters)}) as given
    where listing.id = given.id`
}

/** Anonymous past sales, for the price guide. */
export async function insertSoldComps(sql: TransactionSql, data: DemoData, now: Date): Promise<void> {
  const comps = data.soldComps.map(({ id, sold_days_ago, ...comp }) => ({
    ...comp,
    id: demoId(id),
    sold_at: hoursAgo(sold_days_ago * 24 + 1, now),
  }))
  await sql`
    insert into public.sold_comps (id, category, attributes, condition, price_minor, currency, sold_at, area, city)
    select id, category, attributes, condition, price_minor, currency, sold_at, area, city
    from jsonb_populate_recordset(null::public.sold_comps, ${sql.json(comps)})`
}
