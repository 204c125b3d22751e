import { z } from 'zod'
import { varietyOf } from '../../contract/languages.ts'
import { type Issue, StatementRefused } from './issue.ts'
import type { Sheet } from './sheet.ts'

const Lines = z.array(
  z.object({
    id: z.number(),
    kind: z.enum(['release', 'payout', 'payout_returned', 'chargeback', 'reversal']),
    title: z.string().nullable(),
    item_count: z.number().nullable(),
    buyer_name: z.string().nullable(),
    amount_minor: z.number(),
    balance_minor: z.number(),
    currency: z.string(),
    happened_at: z.string(),
  }),
)
const PAGE = 1000
/** More than anybody sells in a month; keeps the document printable. */
const MOST = 20_000

/** All movements of the caller's balance in a month, oldest first. */
export async function monthSheet(month: string, { supabase, reader }: Issue): Promise<Sheet> {
  const first = new Date(`${month}-01T00:00:00Z`)
  if (Number.isNaN(first.getTime()))
    throw new StatementRefused({ code: 'SK946', message: 'no_such_statement', details: null })
  const { t, language } = reader
  const lines: z.infer<typeof Lines> = []
  for (let before: number | null = null; lines.length < MOST; before = lines.at(-1)?.id ?? null) {
    const { data, error } = await supabase.rpc('my_statement', {
      of_month: `${month}-01`,
      most: PAGE,
      ...(before !== null && { before_id: before }),
    })
    if (error) throw new StatementRefused(error)
    const page = Lines.parse(data)
    lines.push(...page)
    if (page.length === 0) break
  }
  lines.reverse()
  const [oldest, newest] = [lines[0], lines.at(-1)]
  const monthName = new Intl.DateTimeFormat(varietyOf(language), { month: 'long', year: 'numeric', timeZone: 'UTC' })
  return {
    name: `statement-${month}`,
    title: t('balance.month.title', { month: monthName.format(first) }),
    facts: [],
    columns: [
      { label: t('balance.date'), width: 0.2 },
      { label: t('balance.what'), width: 0.44 },
      { label: t('balance.amount'), width: 0.18, end: true },
      { label: t('balance.balance'), width: 0.18, end: true },
    ],
    rows: lines.map(({ happened_at, kind, title, item_count, buyer_name, amount_minor, balance_minor, currency }) => [
      new Date(happened_at),
      t('balance.month.line', { kind, title: title ?? '', more: (item_count ?? 1) - 1, name: buyer_name ?? '–' }),
      { minor: amount_minor, currency },
      { minor: balance_minor, currency },
    ]),
    sums:
      oldest && newest
        ? [
            [
              t('balance.month.opening'),
              { minor: oldest.balance_minor - oldest.amount_minor, currency: oldest.currency },
            ],
            [t('balance.month.closing'), { minor: newest.balance_minor, currency: newest.currency }],
          ]
        : [],
    note: lines.length > 0 ? t('balance.month.utc') : t('balance.month.empty'),
  }
}
