import type { Language } from '../languages.ts'
import { dayText } from '../words/moments.ts'
import { moneyText } from '../words/money.ts'
import type { Values } from '../words/say.ts'

/** What refuses: a code of table.ts with its parameters, as an error of the data API, an answer of a function or a row has it. */
export interface Refusal {
  readonly code: string
  /** An object, or its JSON (DETAIL of SQL is a text). */
  readonly details?: unknown
}

/** Why an ad is not shown: what a moderator wrote, or what a rule found. */
export type Reason = string | Refusal

/** A column that holds a reason; null when there is none. */
export function reasonIn(column: unknown): Reason | null {
  if (typeof column === 'string') return column
  return isObject(column) && typeof column.code === 'string' ? { code: column.code, details: column.details } : null
}

/** Parameters as this language writes them: {minor, currency}, {day}, names by language; numbers and texts as they are. */
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
    return null // not ours: a sentence without parameters
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}
