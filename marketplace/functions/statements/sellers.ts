import { XMLBuilder } from 'fast-xml-parser'
import Papa from 'papaparse'
import { z } from 'zod'
import { decimalText } from '../../contract/money/money.ts'
import { type Issue, StatementRefused } from './issue.ts'

const Row = z.object({
  seller_id: z.string(),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  display_name: z.string().nullable(),
  business_name: z.string().nullable(),
  address: z.string().nullable(),
  register_no: z.string().nullable(),
  vat_no: z.string().nullable(),
  quarter: z.number(),
  sales: z.number(),
  paid_minor: z.number(),
  fees_minor: z.number(),
  currency: z.string(),
})
type Row = z.infer<typeof Row>

/** Sellers below both thresholds are not reported (Directive 2011/16/EU, annex V, section I, B, 4, d; the sum is in euros). */
const FEWEST_SALES = 30
const LEAST_MINOR = 200_000

/** One row per seller of a year, with four quarters. Data that the directive requires and the market lacks is left empty. */
export async function sellersCsv(year: string, issue: Issue): Promise<string> {
  const sellers = await readSellers(year, issue)
  return Papa.unparse(
    sellers.map((quarters) => {
      const { seller_id, first_name, last_name, business_name, address, register_no, vat_no, currency } = quarters[0]
      return {
        seller_id,
        first_name,
        last_name,
        business_name,
        address,
        register_no,
        vat_no,
        tax_number: '',
        date_of_birth: '',
        reportable: isReportable(quarters) ? 'yes' : 'no',
        currency,
        ...Object.fromEntries(
          [1, 2, 3, 4].flatMap((quarter) => {
            const row = quarters.find((one) => one.quarter === quarter)
            return [
              [`sales_q${quarter}`, row?.sales ?? 0],
              [`paid_q${quarter}`, decimalText(row?.paid_minor ?? 0, currency)],
              [`fees_q${quarter}`, decimalText(row?.fees_minor ?? 0, currency)],
            ]
          }),
        ),
      }
    }),
    { escapeFormulae: true },
  )
}

/** Reportable sellers, in the elements of the OECD's DPI schema (urn:oecd:ties:dpi:v1) from DPIBody down. */
export async function sellersXml(year: string, issue: Issue): Promise<string> {
  const sellers = await readSellers(year, issue)
  const builder = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@', format: true })
  return builder.build({
    '?xml': { '@version': '1.0', '@encoding': 'UTF-8' },
    'dpi:DPIBody': {
      '@xmlns:dpi': 'urn:oecd:ties:dpi:v1',
      'dpi:PlatformOperator': { 'dpi:Name': issue.operator, 'dpi:ReportingPeriod': `${year}-12-31` },
      'dpi:ReportableSeller': sellers.filter(isReportable).map((quarters) => ({
        'dpi:Identity': identityOf(quarters[0]),
        'dpi:RelevantActivities': {
          'dpi:SaleOfGoods': {
            'dpi:Consideration': perQuarter('Cons', quarters, ({ paid_minor, currency }) => ({
              '@currCode': currency,
              '#text': decimalText(paid_minor, currency),
            })),
            'dpi:NumberOfActivities': perQuarter('Numb', quarters, ({ sales }) => sales),
            'dpi:Fees': perQuarter('Fees', quarters, ({ fees_minor, currency }) => ({
              '@currCode': currency,
              '#text': decimalText(fees_minor, currency),
            })),
          },
        },
      })),
    },
  })
}

function identityOf(seller: Row): object {
  const place = seller.address ? { 'dpi:Address': { 'dpi:AddressFree': seller.address } } : {}
  if (seller.business_name) {
    return {
      'dpi:EntitySeller': {
        'dpi:Name': seller.business_name,
        ...place,
        ...(seller.register_no && { 'dpi:IN': seller.register_no }),
        ...(seller.vat_no && { 'dpi:VAT': seller.vat_no }),
      },
    }
  }
  return {
    'dpi:IndividualSeller': {
      'dpi:Name': {
        'dpi:FirstName': seller.first_name || seller.display_name || '',
        'dpi:LastName': seller.last_name ?? '',
      },
      ...place,
    },
  }
}

function perQuarter(prefix: string, quarters: Quarters, take: (row: Row) => unknown): object {
  return Object.fromEntries(
    [1, 2, 3, 4].map((quarter) => [
      `dpi:${prefix}Q${quarter}`,
      take(
        quarters.find((row) => row.quarter === quarter) ?? { ...quarters[0], sales: 0, paid_minor: 0, fees_minor: 0 },
      ),
    ]),
  )
}

type Quarters = [Row, ...Row[]]

function isReportable(quarters: Quarters): boolean {
  const sum = (take: (row: Row) => number) => quarters.reduce((all, row) => all + take(row), 0)
  return sum(({ sales }) => sales) >= FEWEST_SALES || sum(({ paid_minor }) => paid_minor) > LEAST_MINOR
}

const PAGE = 1000

async function readSellers(year: string, { supabase }: Issue): Promise<Quarters[]> {
  const sellers = new Map<string, Quarters>()
  for (let from = 0; ; ) {
    const { data, error } = await supabase
      .rpc('reportable_sellers', { of_year: Number(year) })
      .range(from, from + PAGE - 1)
    if (error) throw new StatementRefused(error)
    const rows = z.array(Row).parse(data)
    for (const row of rows) {
      const known = sellers.get(row.seller_id)
      if (known) known.push(row)
      else sellers.set(row.seller_id, [row])
    }
    if (rows.length === 0) return [...sellers.values()]
    from += rows.length
  }
}
