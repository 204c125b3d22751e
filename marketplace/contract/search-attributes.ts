import type { AttributeFilter } from './search.ts'

/** What one attribute must be: one of some values, a range with either end open, or yes or no. */
export type AttributeChoice = readonly string[] | boolean | AttributeRange

export type AttributeRange = Readonly<{ min: number | null; max: number | null }>

const PREFIX = 'attr.'
const KEY = /^[a-z][a-z0-9_]{0,40}$/
const MAX_KEYS = 12
const MAX_VALUES = 20
const MAX_VALUE = 80
const NUMBER = '-?\\d{1,9}(?:\\.\\d{1,3})?'
const RANGE = new RegExp(`^(${NUMBER})?\\.\\.(${NUMBER})?$`)

export function isRange(choice: AttributeChoice | undefined): choice is AttributeRange {
  return typeof choice === 'object' && !Array.isArray(choice)
}

/** Reads `attr.colour=blue&attr.colour=red`, `attr.width_cm=80..120`, `attr.year=..2010` and `attr.boxed=true`. */
export function readAttributes(params: URLSearchParams, ignored: string[]): Record<string, AttributeChoice> {
  const attributes: Record<string, AttributeChoice> = {}
  for (const name of new Set(params.keys())) {
    if (!name.startsWith(PREFIX)) continue
    const key = name.slice(PREFIX.length)
    const choice = readChoice(params.getAll(name))
    if (choice === null || !KEY.test(key) || Object.keys(attributes).length >= MAX_KEYS) ignored.push(name)
    else attributes[key] = choice
  }
  return attributes
}

export function writeAttributes(params: URLSearchParams, attributes: Readonly<Record<string, AttributeChoice>>): void {
  for (const key of Object.keys(attributes).sort()) {
    const choice = attributes[key]
    if (choice === undefined) continue
    const name = `${PREFIX}${key}`
    if (typeof choice === 'boolean') params.set(name, String(choice))
    else if (isRange(choice)) params.set(name, `${choice.min ?? ''}..${choice.max ?? ''}`)
    else for (const value of choice) params.append(name, value)
  }
}

/** The same in the words of search_listings. */
export function attributeFilters(
  attributes: Readonly<Record<string, AttributeChoice>>,
): Record<string, AttributeFilter> {
  return Object.fromEntries(
    Object.entries(attributes).map(([key, choice]) => [
      key,
      isRange(choice)
        ? { ...(choice.min !== null && { min: choice.min }), ...(choice.max !== null && { max: choice.max }) }
        : choice,
    ]),
  )
}

/** All attributes but one, or with one changed; null and an empty list take it out. */
export function withAttribute(
  attributes: Readonly<Record<string, AttributeChoice>>,
  key: string,
  choice: AttributeChoice | null,
): Record<string, AttributeChoice> {
  const { [key]: _, ...others } = attributes
  const isEmpty =
    choice === null ||
    (Array.isArray(choice) && choice.length === 0) ||
    (isRange(choice) && choice.min === null && choice.max === null)
  return isEmpty ? others : { ...others, [key]: choice }
}

function readChoice(texts: readonly string[]): AttributeChoice | null {
  const values = [...new Set(texts.map((text) => text.trim()).filter(Boolean))]
  const [first, ...rest] = values
  if (first === undefined || values.length > MAX_VALUES || values.some((value) => value.length > MAX_VALUE)) return null
  if (rest.length > 0) return values
  if (first === 'true' || first === 'false') return first === 'true'
  const range = RANGE.exec(first)
  if (!range) return values
  const [min, max] = [range[1], range[2]].map((end) => (end === undefined ? null : Number(end)))
  if (min === undefined || max === undefined || (min === null && max === null)) return null
  return min !== null && max !== null && min > max ? null : { min, max }
}
