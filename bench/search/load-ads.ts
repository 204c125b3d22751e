import { createHash } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Sql, TransactionSql } from 'souk-backend'
import { readVocabulary, type SyntheticAd, syntheticAds, type Vocabulary } from './synthetic-ads.ts'

const SELLERS = 500
const BATCH = 500
/** Number of distinct texts; larger markets repeat them. Indexing the words of a text takes most of the time. */
const TEXTS = 10_000
const FEWEST_COPIES = 10
const FIRST_AD_NO = 1_000_000

/**
 * Fills an empty market with synthetic ads. Bypasses the triggers; the index rows come from the same function that the
 * triggers call, with the secondary indexes of the search table dropped meanwhile.
 */
export async function loadAds(sql: Sql, count: number): Promise<void> {
  const vocabulary = await readVocabulary()
  const copies = Math.max(FEWEST_COPIES, Math.ceil(count / TEXTS))
  await sql`
    insert into auth.users (id, email, raw_user_meta_data, raw_app_meta_data, email_confirmed_at, created_at)
    select md5('seller ' || n)::uuid, 'seller-' || n || '@example.com', '{"first_name":"Ada","last_name":"Bench"}', '{}', now(), now()
    from generate_series(0, ${SELLERS - 1}) as n`
  await sql.begin(async (transaction) => {
    await transaction`set local session_replication_role = replica`
    await copyAds(transaction, vocabulary, { count, copies })
  })
  const indexes = await sql<{ name: string; definition: string }[]>`
    select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition
    from pg_index where indrelid = 'private.listing_search'::regclass and not indisunique`
  for (const { name } of indexes) await sql.unsafe(`drop index ${name}`)
  await indexAll(sql, copies)
  await sql.begin(async (transaction) => {
    // With the default of 64 MB the word index of a million ads would be rewritten several times.
    await transaction`set local maintenance_work_mem = '1GB'`
    for (const { definition } of indexes) await transaction.unsafe(definition)
  })
  // Like the hourly job.
  await sql`select private.count_common_words()`
  await sql.unsafe('vacuum analyze private.listing_search')
  await sql.unsafe('vacuum analyze public.listings')
  await sql.unsafe('vacuum analyze private.search_vocabulary')
}

async function copyAds(
  sql: TransactionSql,
  vocabulary: Vocabulary,
  size: { count: number; copies: number },
): Promise<void> {
  const ads = syntheticAds(vocabulary, { ...size, sellers: SELLERS, seed: 1, now: new Date() })
  const target = await sql`
    copy public.listings (ad_no, seller_id, category, title, description, price_minor, condition, attributes, area, city, lat, lng,
      delivery, state, first_published_at, expires_at) from stdin`.writable()
  await pipeline(Readable.from(lines(ads)), target)
}

async function* lines(ads: Iterable<SyntheticAd>): AsyncGenerator<string> {
  const sellerIds = Array.from({ length: SELLERS }, (_, index) => sellerId(index))
  let adNo = FIRST_AD_NO
  let batch: string[] = []
  for (const ad of ads) {
    const expiresAt = new Date(ad.publishedAt.getTime() + 90 * 24 * 3_600_000)
    const fields = [adNo++, sellerIds[ad.seller], ad.category, ad.title, ad.description, ad.price_minor, ad.condition]
    fields.push(JSON.stringify(ad.attributes), ad.area, ad.city, ad.lat, ad.lng, ad.delivery, 'active')
    fields.push(ad.publishedAt.toISOString(), expiresAt.toISOString())
    batch.push(`${fields.map(copyField).join('\t')}\n`)
    if (batch.length < BATCH) continue
    yield batch.join('')
    batch = []
  }
  yield batch.join('')
}

/** Text format of COPY: backslash and control characters escaped. */
function copyField(value: string | number | undefined): string {
  return String(value).replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n').replaceAll('\r', '\\r')
}

function sellerId(index: number): string {
  return createHash('md5').update(`seller ${index}`).digest('hex')
}

/**
 * Indexes one ad per text with the product's function, and copies its row for the rest with their own facts. Adds the words to
 * the vocabulary first, so that connections do not wait for locks on new words.
 */
async function indexAll(sql: Sql, copies: number): Promise<void> {
  await sql`
    select count(private.learn_words(ad.title, concat_ws(' ', ad.description, (select string_agg(value, ' ') from jsonb_each_text(ad.attributes)))))
    from public.listings ad where (ad.ad_no - ${FIRST_AD_NO}) % ${copies} = 0`
  await onEveryCore(
    sql,
    (session, worker, workers) => session`
      select count(private.refresh_search(id)) from public.listings
      where (ad_no - ${FIRST_AD_NO}) % ${copies} = 0 and (ad_no - ${FIRST_AD_NO}) / ${copies} % ${workers} = ${worker}`,
  )
  await onEveryCore(
    sql,
    (session, worker, workers) => session`
      insert into private.listing_search (listing_id, seller_id, category, root, ord, type, price_minor, condition,
        delivery, seller_type, has_photo, facts, state, lat, lng, published_at, expires_at, quality, is_accessory, title_length,
        document, head, card)
      select ad.id, ad.seller_id, ad.category, entry.root, entry.ord, ad.type, ad.price_minor, ad.condition,
        ad.delivery, entry.seller_type, entry.has_photo, entry.facts, ad.state, ad.lat, ad.lng, ad.first_published_at, ad.expires_at,
        entry.quality, entry.is_accessory, entry.title_length,
        entry.document, entry.head,
        private.listing_card(ad)
      from public.listings ad
      join public.listings original on original.ad_no = ad.ad_no - (ad.ad_no - ${FIRST_AD_NO}) % ${copies}
      join private.listing_search entry on entry.listing_id = original.id
      where ad.id <> original.id and ad.ad_no % ${workers} = ${worker}
      -- In publication order, as rows of a real market are stored.
      order by ad.first_published_at`,
  )
}

type Work = (session: TransactionSql, worker: number, workers: number) => PromiseLike<unknown>

async function onEveryCore(sql: Sql, work: Work): Promise<void> {
  const workers = availableParallelism()
  const shares = Array.from({ length: workers }, (_, worker) =>
    sql.begin(async (session) => {
      await session`set local session_replication_role = replica`
      await work(session, worker, workers)
    }),
  )
  await Promise.all(shares)
}
