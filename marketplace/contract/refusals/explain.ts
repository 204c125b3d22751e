import { translatorFor } from '../words/translator.ts'
import { type Refusal, valuesOf } from './refusal.ts'
import { REFUSALS, type RefusalCode } from './table.ts'

/** What a code of ours means over HTTP, in English; null for any other code. For the server: it holds the parser of messages. */
export function explainRefusal(code: string, details: unknown): { status: number; message: string } | null {
  if (!isRefusal(code)) return null
  const [status] = REFUSALS[code]
  return { status, message: translatorFor('en').t(`refusals.${code}`, valuesOf(details, 'en')) }
}

/** The answer of a function that refuses. */
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
