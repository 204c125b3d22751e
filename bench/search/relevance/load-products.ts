import { createHash } from 'node:crypto'
import type { Sql } from 'souk-backend'
import type { Product } from './products.ts'

const BATCH = 500
const TITLE_LIMIT = 80
/** Number of catalogue facts that become attributes; the rest are too rare. */
const FACTS = 300
const FACT_LIMIT = 200

/**
 * Loads a catalogue into an empty market as ads of one category with attributes from the catalogue: brand, model and kind are
 * filterable, other facts are text. The index rows come from the function that the triggers call.
 * @returns product ids by ad id
 */
export async function loadProducts(sql: Sql, products: readonly Product[]): Promise<ReadonlyMap<string, string>> {
  const seller = uuid('seller')
  const facts = commonFacts(products)
  await sql`
    insert into auth.users (id, email, raw_user_meta_data, raw_app_meta_data, email_confirmed_at, created_at)
    values (${seller}, 'catalogue@example.com', '{"first_name":"Ada"}', '{}', now(), now())`
  await sql`
    insert into public.categories (slug, level, sort, name, icon, allow_types, photo_min, ord_from, ord_to, leaf, attributes)
    values ('catalogue', 1, 99, '{"en":"Catalogue"}', 'box', '{sell}', 0, 9000, 9000, true, ${sql.json(definitions(facts))})`
  const idOf = new Map(products.map((product) => [uuid(`product ${product.id}`), product.id]))
  for (let start = 0; start < products.length; start += BATCH) {
    const rows = products.slice(start, start + BATCH).map((product, index) => ad(product, seller, facts, start + index))
    await sql.begin(async (transaction) => {
      await transaction`set local session_replication_role = replica`
      await transaction`insert into public.listings ${transaction(rows)}`
      await transaction`select count(private.refresh_search(id)) from public.listings where id in ${transaction(rows.map(({ id }) => id))}`
    })
  }
  await sql.unsafe('vacuum analyze private.listing_search')
  return idOf
}

function commonFacts(products: readonly Product[]): string[] {
  const uses = new Map<string, number>()
  for (const { facts } of products) for (const name of Object.keys(facts)) uses.set(name, (uses.get(name) ?? 0) + 1)
  return [...uses]
    .sort(([, a], [, b]) => b - a)
    .slice(0, FACTS)
    .map(([name]) => name)
}

function definitions(facts: readonly string[]) {
  const field = (key: string, filterable: boolean) => ({ key, label: { en: key }, type: 'text', filterable })
  return [
    ...['brand', 'model', 'kind'].map((key) => field(key, true)),
    ...facts.map((key) => field(`fact_${key}`, false)),
  ]
}

function ad(product: Product, seller: string, facts: readonly string[], place: number) {
  // Titles may exceed an ad's limit: the rest goes into the description.
  const { title, rest } = cut(product.title)
  const attributes = Object.fromEntries(
    [
      ['brand', product.brand],
      ['model', product.model],
      ['kind', product.kind],
      ...facts.map((name) => [`fact_${name}`, product.facts[name]?.slice(0, FACT_LIMIT) ?? '']),
    ].filter(([, value]) => value !== ''),
  )
  return {
    id: uuid(`product ${product.id}`),
    seller_id: seller,
    category: 'catalogue',
    title,
    description: `${rest} ${product.description}`.trim().padEnd(20, '.').slice(0, 5000),
    price_minor: Math.min(Math.max(product.price_cents, 100), 100_000_000),
    condition: 'new',
    attributes,
    city: 'Lisbon',
    delivery: 'ship',
    state: 'active',
    // Ties are in catalogue order.
    first_published_at: new Date(Date.now() - place * 1000),
    expires_at: new Date(Date.now() + 24 * 3_600_000),
  }
}

function cut(text: string): { title: string; rest: string } {
  if (text.length <= TITLE_LIMIT) return { title: text.padEnd(5, '.'), rest: '' }
  const space = text.lastIndexOf(' ', TITLE_LIMIT)
  return { title: text.slice(0, space), rest: text.slice(space + 1) }
}

function uuid(name: string): string {
  return createHash('md5')
    .update(name)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}
