import { translatorFor } from '../words/translator.ts'
import { type Refusal, valuesOf } from './refusal.ts'
import { REFUSALS, type RefusalCode } from './table.ts'

/** HTTP status and English message of a refusal; null for any other code. Server only: it needs the message parser. */
export function explainRefusal(code: string, details: unknown): { status: number; message: string } | null {
  if (!isRefusal(code)) return null
  const [status] = REFUSALS[code]
  return { status, message: translatorFor('en').t(`refusals.${code}`, valuesOf(details, 'en')) }
}

/** The HTTP response of a function that refuses. */
export function refusalAnswer(
  { code, details = null }: Refusal,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const explained = explainRefusal(code, details)
  if (explained === null) throw new Error(`There is no refusal ${code}`)
  const { status, message } = explained
  return Response.json({ code, message, details, hint: null }, { status, headers })
}

export function isRefusal(code: string): code is RefusalCode {
  return Object.hasOwn(REFUSALS, code)
}
