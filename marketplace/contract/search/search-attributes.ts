import type { AttributeFilter } from './search.ts'

/** An attribute filter: one of some values, a range with either end open, or a boolean. */
export type AttributeChoice = readonly string[] | boolean | AttributeRange

export type AttributeRange = Readonly<{ min: number | null; max: number | null }>

/** Prefix of attribute keys in a URL. */
export const ATTRIBUTE_PREFIX = 'attr.'

export function isRange(choice: AttributeChoice | undefined): choice is AttributeRange {
  return typeof choice === 'object' && !Array.isArray(choice)
}

export function writeAttributes(params: URLSearchParams, attributes: Readonly<Record<string, AttributeChoice>>): void {
  for (const key of Object.keys(attributes).sort()) {
    const choice = attributes[key]
    if (choice === undefined) continue
    const name = `${ATTRIBUTE_PREFIX}${key}`
    if (typeof choice === 'boolean') params.set(name, String(choice))
    else if (isRange(choice)) params.set(name, `${choice.min ?? ''}..${choice.max ?? ''}`)
    else for (const value of choice) params.append(name, value)
  }
}

/** The same as parameters of search_listings. */
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

/** All attributes without one, or with one changed; null and an empty list remove it. */
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
