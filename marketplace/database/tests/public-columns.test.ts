import type { TransactionSql } from 'souk-backend/postgres'
import { expect, test } from 'vitest'
import { onMarket } from './database.ts'

/** Every column that a visitor may read, each reviewed: a new one fails here until it is approved as public. */
const PUBLIC_COLUMNS: Readonly<Record<string, string>> = {
  // Name, contact and languages of the market, for every page.
  branding: 'brand_hue brand_name changed_at contact_email currency languages logo_path operator_name singleton',
  categories:
    'active allow_types attributes expiry_days icon leaf level name ord_from ord_to parent photo_min retired_attributes ' +
    'risk_profile slug sort synonyms synonyms_i18n',
  help_articles: 'action answer id language points question topic',
  // The limits of new accounts are public; what an account has used is not.
  rate_limits: 'action allowed level scope span',
  trust_ladder: 'answered_chats days deals singleton',
  // Photos of readable ads. Bytes and size are for layout only.
  listing_photos: 'alt bytes created_at height id listing_id path position width',
  // Columns for an ad's page. Not: sale price and channel, moderators' reasons, rules and clearances.
  listings:
    'ad_no area attributes category chats_count city condition country cover_path created_at currency delivery description ' +
    'expires_at first_published_at id language lat lng offer_floor_pct photo_count previous_price_minor price_changed_at price_minor ' +
    'price_type quantity saves_count seller_id ship_cost_minor sold_at state title type updated_at version views_count',
  prohibited_rules: 'active explanation name rule sort',
  report_reasons: 'priority reason sort title',
  // Published reviews, with the author's name beside them.
  reviews:
    'author_id body created_at deal_id id item_title listing_id published_at rating replied_at reply state subject_id tags',
  // Warnings for readers. Not: rules, words and sites that raise suspicion.
  scam_patterns: 'advice id title',
  // A seller's public profile: facts and counts, never address, phone number or exact location.
  sellers:
    'active_count area avatar_path away_from away_note away_until bio bundle_percent business_verified city deal_count display_name email_verified id id_verified is_demo ' +
    'joined_at left_at no_show_count phone_verified rating_average rating_count response_count response_days response_minutes ' +
    'response_rate seller_type sold_count',
  // Monthly totals, published on purpose.
  transparency_months: 'counted_at figures month',
  // Read by functions with the caller's rights: towns of an open gazetteer.
  'private.places': 'country folded id lat lng name own_folded people region words',
  // Read by searches with the caller's rights: live ads, as facts that `listings` shows too, and words of numbers and units.
  'private.listing_search':
    'card category condition delivery document expires_at facts has_photo head is_accessory lat listing_id lng ord price_high price_low ' +
    'price_minor published_at quality root seller_id seller_type state title_length type',
  'private.number_words': 'number word',
  'private.units': 'unit word',
  // Traders must identify themselves (EU 2019/2161).
  traders: 'address certified_at contact_email contact_phone id legal_name register_no vat_no',
}

/** Service tables, granted as in hosted Supabase: row level security decides, tested below. */
const BY_POLICY = ['realtime.messages', 'storage.buckets', 'storage.objects']

test('every column that a visitor may read is on the reviewed list', () =>
  onMarket(async ({ owner, visitor }) => {
    const rows = await owner<{ relation: string; columns: string }[]>`
      select case c.relnamespace when 'public'::regnamespace then c.relname else c.relnamespace::regnamespace || '.' || c.relname end as relation,
        string_agg(a.attname, ' ' order by a.attname) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      where c.relkind in ('r', 'v', 'm', 'p', 'f')
        and c.relnamespace not in ('pg_catalog'::regnamespace, 'information_schema'::regnamespace)
        and has_schema_privilege('anon', c.relnamespace, 'usage') and has_column_privilege('anon', c.oid, a.attnum, 'select')
      group by c.oid, c.relname, c.relnamespace order by 1`
    const open = Object.fromEntries(
      rows.map(({ relation, columns }) => [relation, BY_POLICY.includes(relation) ? '*' : columns.split(' ').sort()]),
    )
    const reviewed = Object.entries(PUBLIC_COLUMNS).map(([relation, columns]) => [relation, columns.split(' ').sort()])
    expect(open).toEqual(Object.fromEntries([...reviewed, ...BY_POLICY.map((relation) => [relation, '*'])]))
    await visitor.does(async (sql) => {
      expect(
        await sql`select from storage.objects where bucket_id not in ('listing-photos', 'avatars', 'branding')`,
      ).toEqual([])
      expect(await sql`select from realtime.messages`).toEqual([])
      expect(await sql`select from storage.buckets where not public`).toEqual([])
    })
  }))

test('the sale price is visible to the seller only', () =>
  onMarket(async (market) => {
    const [anna, ben] = [await market.trusted('Anna'), await market.trusted('Ben')]
    const ad = await market.adOf(anna)
    await anna.does((sql) => sql`select public.mark_listing_sold(${ad}, 9000)`)
    for (const column of [
      'sold_price_minor',
      'sold_channel',
      'state_reason',
      'state_rule',
      'state_before',
      'cleared_rules',
    ]) {
      const read = (sql: TransactionSql) => sql`select ${sql(column)} from public.listings where id = ${ad}`
      for (const someone of [market.visitor, ben, anna]) expect((await someone.isRefused(read)).code).toBe('42501')
    }
    const mine = (sql: TransactionSql) =>
      sql`select sold_price_minor, sold_channel, is_price_shared from public.my_listings where id = ${ad}`
    expect(await anna.does(mine)).toEqual([{ sold_price_minor: 9000, sold_channel: 'here', is_price_shared: false }])
    expect(await ben.does(mine)).toEqual([])
    expect((await market.visitor.isRefused(mine)).code).toBe('42501')
  }))

test('a price joins the price guide with the seller’s consent, and leaves it when consent is withdrawn', () =>
  onMarket(async (market) => {
    const [anna, ben] = [await market.trusted('Anna'), await market.trusted('Ben')]
    const ad = await market.adOf(anna)
    const share = (yes: boolean) => (sql: TransactionSql) =>
      sql`select public.share_sold_price(${ad}, ${yes}) as shared`
    const guided = () =>
      market.owner`select price_minor, consented_at is not null as agreed from public.sold_comps where listing_id = ${ad}`
    expect((await anna.isRefused(share(true))).code).toBe('SK111')
    await anna.does((sql) => sql`select public.mark_listing_sold(${ad}, 9000)`)
    expect(await guided()).toEqual([])
    expect((await ben.isRefused(share(true))).code).toBe('SK166')
    for (const _again of [1, 2]) expect(await anna.does(share(true))).toEqual([{ shared: true }])
    expect(await guided()).toEqual([{ price_minor: 9000, agreed: true }])
    expect(await anna.does(share(false))).toEqual([{ shared: false }])
    expect(await guided()).toEqual([])
  }))
