import { expect, test } from 'vitest'

const sources = import.meta.glob<string>(['../features/**/*.{ts,tsx}', '../ui/{conditions,listing-types}.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
const schemas = import.meta.glob<string>('../../../database/schemas/*/*.sql', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** The values that each column's check constraint allows, keyed as "public.listings.state". */
const allowed = new Map<string, string[]>()
for (const sql of Object.values(schemas))
  for (const [, table = '', definition = ''] of sql.matchAll(
    /(?:create|alter) table ((?:public|private)\.\w+)([^;]*);/g,
  ))
    for (const [, column = '', list = ''] of definition.matchAll(/check \(\(?(\w+) in \(([^)]*)\)/g))
      allowed.set(
        `${table}.${column}`,
        [...list.matchAll(/'(\w+)'/g)].map(([, value = '']) => value),
      )

/** The keys of a label table in a file of the features, or beside them. */
function namesIn(file: string, table: string): string[] {
  const [, body = ''] =
    new RegExp(`const ${table}\\b[^=]*= \\{([^}]*)\\}`).exec(
      sources[file.startsWith('../') ? file : `../features/${file}`] ?? '',
    ) ?? []
  return [...body.matchAll(/(?:^|[\s,{])(\w+): (?:t|inSentence)\(/g)].map(([, name = '']) => name)
}

/** Column values that pages print, and the tables with their labels; locales.test.ts covers the translations. */
const PRINTED: readonly (readonly [column: string, file: string, table: string, never?: readonly string[]])[] = [
  ['public.listings.state', 'admin/state-words.ts', 'AD_STATE'],
  ['public.listings.state', 'dashboard/row-text.ts', 'STATE_LABEL', ['deleted']],
  ['public.listings.type', '../ui/listing-types.ts', 'TYPE_LABEL'],
  ['public.listings.condition', '../ui/conditions.ts', 'CONDITION_LABEL'],
  ['public.listings.delivery', 'listings/filter-labels.ts', 'HANDOVER_LABEL', ['both']],
  ['public.profiles.seller_type', 'listings/filter-labels.ts', 'SELLER_TYPE_LABEL'],
  ['public.profiles.role', 'admin/state-words.ts', 'ROLE'],
  ['public.profiles.standing', 'admin/state-words.ts', 'STANDING'],
  ['public.reports.state', 'admin/state-words.ts', 'REPORT_STATE'],
  ['public.reports.state', 'reports/words.ts', 'OUTCOME'],
  ['public.reports.target_kind', 'reports/words.ts', 'REPORTED'],
  // A decision of "none" is never sent to anyone.
  ['public.decisions.action', 'reports/words.ts', 'DECISION', ['none']],
  ['public.decisions.action', 'admin/queue/words.ts', 'ACTION'],
  ['public.decisions.action', 'transparency/MonthFigures.tsx', 'ACTIONS'],
  ['public.decisions.appeal_state', 'reports/words.ts', 'APPEAL'],
  ['public.decisions.appeal_state', 'admin/state-words.ts', 'APPEAL_STATE'],
  ['public.deals.end_reason', 'offers/wording.ts', 'ENDINGS'],
  ['public.rate_limits.action', 'admin/limits/words.ts', 'ACTION_NAME'],
  ['public.rate_limits.scope', 'admin/limits/words.ts', 'SCOPE_NAME'],
  ['public.scam_rules.action', 'admin/rules/api.ts', 'ACTION_NAME'],
  ['public.prohibited_terms.severity', 'admin/prohibited/api.ts', 'SEVERITY_NAME'],
  ['public.saved_searches.cadence', 'searches/types.ts', 'CADENCE_LABEL'],
]

for (const [column, file, table, never = []] of PRINTED)
  test(`every value of ${column} has a label in ${file}, ${table}`, () => {
    const values = allowed.get(column) ?? []
    expect(values.length).toBeGreaterThan(1)
    const named = namesIn(file, table)
    expect(values.filter((value) => !named.includes(value) && !never.includes(value))).toEqual([])
  })

test('every report reason has a label for moderators and on the transparency page', () => {
  const reasons = [...(sources['../features/trust/api.ts'] ?? '').matchAll(/\{ value: '(\w+)', label: t\(/g)].map(
    ([, reason]) => reason,
  )
  expect(reasons.length).toBeGreaterThan(5)
  expect(namesIn('admin/queue/words.ts', 'REASON')).toEqual(reasons)
  expect(namesIn('transparency/MonthFigures.tsx', 'REASONS')).toEqual(reasons)
})
