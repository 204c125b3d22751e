import type { FunctionHandler } from 'souk-backend/functions'
import { languageOf } from '../../contract/languages.ts'
import { isRefusal, refusalAnswer } from '../../contract/refusals/explain.ts'
import { translatorFor } from '../../contract/words/translator.ts'
import { type Issue, StatementRefused } from './issue.ts'
import { monthSheet } from './month.ts'
import { packingSlip } from './packing-slip.ts'
import { receiptSheet } from './receipt.ts'
import { sellersCsv, sellersXml } from './sellers.ts'
import { printSheet, type Sheet, sheetCsv } from './sheet.ts'
import { yearSheet } from './year.ts'

const ROUTE = /^\/(receipt|month|year|sellers|slip)\/([0-9a-f-]{4,36})$/

/**
 * Money documents, all read as the caller: `GET statements/receipt/<order id>`, `/month/2026-11`, `/year/2026` and, for administrators,
 * `/sellers/2026`, each with `?as=pdf` or `csv` (`xml` instead of `pdf` for the last) and `&language=`. `GET statements/slip/<order id>` is the
 * packing slip.
 */
export const handle: FunctionHandler = async (request, context) => {
  const { caller, supabase, env, path } = context
  const [, kind = '', of = ''] = ROUTE.exec(path) ?? []
  if (request.method !== 'GET' || kind === '') return refusalAnswer({ code: 'SK946' })
  if (caller.userId === null) return refusalAnswer({ code: 'SK360' })
  const asked = new URL(request.url).searchParams
  const reader = translatorFor(languageOf(asked.get('language')))
  const brand = await supabase.from('branding').select('brand_name, operator_name').maybeSingle()
  const operator = String(brand.data?.operator_name ?? brand.data?.brand_name ?? (env.OPERATOR_NAME || env.BRAND_NAME))
  const issue: Issue = { supabase, caller, reader, operator }
  try {
    if (kind === 'slip') {
      const slip = await packingSlip(of, issue, { key: env.ADDRESS_BOOK_KEY ?? '', site: env.SITE_URL ?? '' })
      return file(slip.pdf, 'application/pdf', slip.name)
    }
    return await answerWith(kind, of, asked.get('as') ?? 'pdf', issue)
  } catch (error) {
    if (error instanceof StatementRefused && isRefusal(error.refusal.code)) return refusalAnswer(error.refusal)
    if (error instanceof StatementRefused && error.refusal.code === '42501') return refusalAnswer({ code: 'SK946' })
    throw error
  }
}

async function answerWith(kind: string, of: string, as: string, issue: Issue): Promise<Response> {
  if (kind === 'sellers') {
    if (as === 'xml') return file(await sellersXml(of, issue), 'application/xml', `sellers-${of}.xml`)
    return file(await sellersCsv(of, issue), 'text/csv', `sellers-${of}.csv`)
  }
  const sheet = await sheetOf(kind, of, issue)
  if (as === 'csv') return file(sheetCsv(sheet), 'text/csv', `${sheet.name}.csv`)
  return file(await printSheet(sheet, issue), 'application/pdf', `${sheet.name}.pdf`)
}

function sheetOf(kind: string, of: string, issue: Issue): Promise<Sheet> {
  if (kind === 'receipt') return receiptSheet(of, issue)
  return kind === 'month' ? monthSheet(of, issue) : yearSheet(of, issue)
}

function file(body: string | Uint8Array<ArrayBuffer>, type: string, name: string): Response {
  return new Response(body, {
    headers: {
      'content-type': type === 'application/pdf' ? type : `${type}; charset=utf-8`,
      'content-disposition': `attachment; filename="${name}"`,
      'cache-control': 'no-store',
    },
  })
}
