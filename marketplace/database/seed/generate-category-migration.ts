/**
 * Writes the category tree into a migration: `node marketplace/database/seed/generate-category-migration.ts`.
 *
 * Every installation needs the categories, demo or not, also one on a database that this program did not start:
 * therefore they travel as a migration. A later change of the tree becomes a further migration (upsert by slug).
 */
import { readFileSync, writeFileSync } from 'node:fs'

interface Category {
  slug: string
  parent: string | null
  level: number
  sort: number
  name: Record<string, string>
  synonyms: string[]
  synonyms_i18n?: Record<string, string[]>
  icon: string
  risk_profile: string
  expiry_days: number
  allow_types: string[]
  photo_min: number
  leaf: boolean
  attributes: unknown[]
}

const target = new URL('../migrations/20261121090110_category_tree.sql', import.meta.url)
const source = new URL('./data/categories.json', import.meta.url)
const { categories } = JSON.parse(readFileSync(source, 'utf8')) as { categories: Category[] }

/** Numbers the tree depth first: a subtree is then one contiguous range. */
function numbered(parent: string | null, next: number): { rows: Record<string, unknown>[]; next: number } {
  const rows: Record<string, unknown>[] = []
  const children = categories.filter((category) => category.parent === parent).sort((a, b) => a.sort - b.sort)
  for (const child of children) {
    const below = numbered(child.slug, next + 1)
    rows.push({ synonyms_i18n: {}, ...child, ord_from: next, ord_to: below.next - 1 }, ...below.rows)
    next = below.next
  }
  return { rows, next }
}

const lines = numbered(null, 1).rows.map((row) => JSON.stringify(row))
const sql = `-- Generated from seed/data/categories.json by seed/generate-category-migration.ts: do not edit.

insert into public.categories
select * from jsonb_populate_recordset(null::public.categories, $categories$[
${lines.join(',\n')}
]$categories$)
on conflict (slug) do update set
  parent = excluded.parent, level = excluded.level, sort = excluded.sort, name = excluded.name,
  synonyms = excluded.synonyms, synonyms_i18n = excluded.synonyms_i18n, icon = excluded.icon,
  risk_profile = excluded.risk_profile, expiry_days = excluded.expiry_days, allow_types = excluded.allow_types,
  photo_min = excluded.photo_min, leaf = excluded.leaf, attributes = excluded.attributes,
  ord_from = excluded.ord_from, ord_to = excluded.ord_to;
`
writeFileSync(target, sql)
