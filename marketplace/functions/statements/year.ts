import { z } from 'zod'
import { type Issue, StatementRefused } from './issue.ts'
import type { Sheet } from './sheet.ts'

const Quarters = z.array(
  z.object({
    quarter: z.number(),
    sales: z.number(),
    paid_minor: z.number(),
    fees_minor: z.number(),
    currency: z.string(),
  }),
)

/** The caller's sales of a year, as reported by the operator. */
export async function yearSheet(year: string, { supabase, reader: { t } }: Issue): Promise<Sheet> {
  const { data, error } = await supabase.rpc('my_sales', { of_year: Number(year) })
  if (error) throw new StatementRefused(error)
  const quarters = Quarters.parse(data)
  const currency = quarters[0]?.currency ?? ''
  const total = (key: 'paid_minor' | 'fees_minor') => quarters.reduce((sum, quarter) => sum + quarter[key], 0)
  return {
    name: `sales-${year}`,
    title: t('balance.year.title', { year }),
    facts: [[t('balance.sales'), quarters.reduce((sum, { sales }) => sum + sales, 0)]],
    columns: [
      { label: t('balance.year.quarter'), width: 0.3 },
      { label: t('balance.sales'), width: 0.2, end: true },
      { label: t('balance.year.paid'), width: 0.25, end: true },
      { label: t('balance.year.fees'), width: 0.25, end: true },
    ],
    rows: quarters.map(({ quarter, sales, paid_minor, fees_minor, ...rest }) => [
      t('balance.year.quarterOf', { quarter, year }),
      sales,
      { minor: paid_minor, currency: rest.currency },
      { minor: fees_minor, currency: rest.currency },
    ]),
    sums: currency
      ? [
          [t('balance.year.fees'), { minor: total('fees_minor'), currency }],
          [t('balance.year.paid'), { minor: total('paid_minor'), currency }],
        ]
      : [],
    note: t('balance.year.note'),
  }
}
