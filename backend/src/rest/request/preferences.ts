import { RestError } from '../errors.ts'

export interface Preferences {
  readonly resolution: 'merge-duplicates' | 'ignore-duplicates' | null
  readonly missing: 'default' | 'null' | null
  readonly return: 'minimal' | 'headers-only' | 'representation' | null
  readonly count: 'exact' | 'planned' | 'estimated' | null
  readonly tx: 'commit' | 'rollback' | null
  readonly handling: 'strict' | 'lenient' | null
  readonly timezone: string | null
  readonly maxAffected: number | null
}

export const NO_PREFERENCES: Preferences = Object.freeze({
  resolution: null,
  missing: null,
  return: null,
  count: null,
  tx: null,
  handling: null,
  timezone: null,
  maxAffected: null,
})

const VALUES: ReadonlyMap<string, readonly string[]> = new Map([
  ['resolution', ['merge-duplicates', 'ignore-duplicates']],
  ['missing', ['default', 'null']],
  ['return', ['minimal', 'headers-only', 'representation']],
  ['count', ['exact', 'planned', 'estimated']],
  ['tx', ['commit', 'rollback']],
  ['handling', ['strict', 'lenient']],
])

/** Parses a Prefer header; the first of a kind wins. Unknown preferences are an error only with `handling=strict`. */
export function readPreferences(header: string | undefined): Preferences {
  if (header === undefined || header === '') return NO_PREFERENCES
  const found: Record<string, string | number> = {}
  const unknown: string[] = []
  for (const item of header.split(',')) {
    const text = item.trim()
    if (text === '') continue
    const equals = text.indexOf('=')
    const name = text.slice(0, equals)
    const value = text.slice(equals + 1)
    if (VALUES.get(name)?.includes(value) || (name === 'timezone' && value !== '')) found[name] ??= value
    else if (name === 'max-affected' && /^\d{1,9}$/.test(value)) found.maxAffected ??= Number(value)
    else unknown.push(text)
  }
  if (found.handling === 'strict' && unknown.length > 0) {
    throw new RestError('PGRST122', 'Invalid preferences given with handling=strict', {
      details: `Invalid preferences: ${unknown.join(', ')}`,
    })
  }
  // The table above admits exactly the values of the type.
  return { ...NO_PREFERENCES, ...(found as Partial<Preferences>) }
}

/** The Preference-Applied header: the honoured preferences, in the protocol's order. */
export function preferenceApplied(preferences: Preferences, honours: ReadonlySet<keyof Preferences>): string | null {
  const order: (keyof Preferences)[] = [
    'resolution',
    'missing',
    'return',
    'count',
    'tx',
    'handling',
    'timezone',
    'maxAffected',
  ]
  const applied = order
    .filter((name) => honours.has(name) && preferences[name] !== null)
    .map((name) => `${name === 'maxAffected' ? 'max-affected' : name}=${preferences[name]}`)
  return applied.length > 0 ? applied.join(', ') : null
}
