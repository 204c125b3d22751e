import type { Language } from '../languages.ts'
import { dayText } from '../words/moments.ts'
import { moneyText } from '../words/money.ts'
import type { Values } from '../words/say.ts'

/** A refusal: a code of table.ts with its parameters, as in a data API error, a function's response or a row. */
export interface Refusal {
  readonly code: string
  /** An object, or its JSON (DETAIL is text in SQL). */
  readonly details?: unknown
}

/** Why an ad is not shown: text by a moderator, or a rule's refusal. */
export type Reason = string | Refusal

/** Reads a column that holds a reason; null when it is empty. */
export function reasonIn(column: unknown): Reason | null {
  if (typeof column === 'string') return column
  return isObject(column) && typeof column.code === 'string' ? { code: column.code, details: column.details } : null
}

/** Parameters formatted for the language: {minor, currency}, {day}, names by language; numbers and strings unchanged. */
export function valuesOf(details: unknown, language: Language): Values {
  const given = typeof details === 'string' ? parsed(details) : details
  if (!isObject(given)) return {}
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, written(value, language)]))
}

function written(value: unknown, language: Language): string | number | null {
  if (typeof value === 'string' || typeof value === 'number') return value
  if (!isObject(value)) return null
  const { minor, currency, day } = value
  if (typeof minor === 'number' && typeof currency === 'string') return moneyText(minor, currency, language)
  if (typeof day === 'string') return dayText(new Date(day), language)
  const name = value[language] ?? value.en
  return typeof name === 'string' ? name : null
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return null // not ours: treated as having no parameters
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
