/** PostgreSQL's jsonb operators in TypeScript. */

type JsonObject = Record<string, unknown>
const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Containment of jsonb, where a list also contains a scalar. */
export function contains(left: unknown, right: unknown): boolean {
  if (isObject(left) || isObject(right)) {
    if (!isObject(left) || !isObject(right)) return false
    return Object.entries(right).every(([name, value]) => Object.hasOwn(left, name) && holdsValue(left[name], value))
  }
  if (Array.isArray(right) && !Array.isArray(left)) return false
  const elements: unknown[] = Array.isArray(left) ? left : [left]
  const wanted: unknown[] = Array.isArray(right) ? right : [right]
  return wanted.every((value) => elements.some((element) => holdsValue(element, value)))
}

function holdsValue(left: unknown, right: unknown): boolean {
  if (Array.isArray(right)) return Array.isArray(left) && contains(left, right)
  if (isObject(right)) return isObject(left) && contains(left, right)
  return left === right
}

export function isSame(left: unknown, right: unknown): boolean {
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((value, index) => isSame(value, right[index]))
  }
  if (isObject(left) && isObject(right)) {
    const names = Object.keys(left)
    const sameNames = names.length === Object.keys(right).length && names.every((name) => Object.hasOwn(right, name))
    return sameNames && names.every((name) => isSame(left[name], right[name]))
  }
  return left === right
}

/** `doc->step`: jsonb treats a scalar as a list of one. */
export function follow(value: unknown, by: string | number): unknown {
  if (typeof by === 'string') return isObject(value) && Object.hasOwn(value, by) ? value[by] : undefined
  if (isObject(value) || value === undefined) return undefined
  return (Array.isArray(value) ? value : [value]).at(by)
}
