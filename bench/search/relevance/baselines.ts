import MiniSearch from 'minisearch'
import type { Sql } from 'souk-backend'
import type { Product } from './products.ts'

/** Another search over the same products: ids, best first. */
export type Ranker = (text: string) => Promise<readonly string[]>

const DEPTH = 50

/** PostgreSQL full text search: all words, fields weighted A to D, `ts_rank`. */
export async function postgresRanker(sql: Sql, products: readonly Product[]): Promise<Ranker> {
  await sql.unsafe('create table private.relevance_baseline (id text primary key, document tsvector not null)')
  for (let start = 0; start < products.length; start += 1000) {
    const rows = products.slice(start, start + 1000).map(({ id, title, model, brand, kind, description, facts }) => ({
      id,
      title,
      labels: `${model} ${brand} ${kind}`,
      description,
      facts: Object.values(facts).join(' '),
    }))
    await sql`
      insert into private.relevance_baseline
      select id, setweight(to_tsvector('english', title), 'A') || setweight(to_tsvector('english', labels), 'B')
        || setweight(to_tsvector('english', description), 'C') || setweight(to_tsvector('english', facts), 'D')
      from jsonb_to_recordset(${sql.json(rows)}) as given (id text, title text, labels text, description text, facts text)`
  }
  await sql.unsafe('create index on private.relevance_baseline using gin (document)')
  return async (text) => {
    const found = await sql<{ id: string }[]>`
      select id from private.relevance_baseline, websearch_to_tsquery('english', ${text}) as query where document @@ query
      order by ts_rank(document, query) desc, id limit ${DEPTH}`
    return found.map(({ id }) => id)
  }
}

/** MiniSearch with its defaults: BM25+ over the same fields, any word. */
export function miniSearchRanker(products: readonly Product[]): Ranker {
  const index = new MiniSearch({ fields: ['title', 'model', 'brand', 'kind', 'description', 'facts'] })
  index.addAll(products.map((product) => ({ ...product, facts: Object.values(product.facts).join(' ') })))
  return async (text) =>
    index
      .search(text)
      .slice(0, DEPTH)
      .map(({ id }) => String(id))
}
