import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { parse as parseToml, TomlError } from 'smol-toml'
import { StartupError } from '../startup-error.ts'
import { KEYS, type Key, type Kind, keyFor } from './config-keys.ts'
import { configName, type ProjectPlace } from './find-project.ts'

/** The parsed config.toml or config.json. */
export interface ProjectConfig {
  /** By path: `auth.jwt_expiry`. Sizes are in bytes, durations in seconds. */
  readonly values: ReadonlyMap<string, Value>
  /** Notices about keys that are unknown or have no effect. */
  readonly notices: readonly string[]
  /** Values for `env()`: the environment, then the project's .env files. */
  readonly environment: Readonly<Record<string, string>>
}

export type Value = string | number | boolean | readonly string[]
export type Values = ProjectConfig['values']

/** A value as text; undefined for an empty one. */
export function textOf(values: Values, name: string): string | undefined {
  const value = values.get(name)
  return value === undefined || value === '' ? undefined : String(value)
}

type Table = { readonly [name: string]: unknown }

/** Reads `supabase/config.toml`, or `config.json`, whole. Without the file, everything has its default. @throws {StartupError} naming every problem */
export function readProjectConfig(place: ProjectPlace): ProjectConfig {
  const environment = readEnvironment(place)
  const name = configName(place)
  const file = join(place.root, name)
  const reader = new Reader(environment)
  const text = existsSync(file) ? readFileSync(file, 'utf8') : null
  if (text !== null) reader.readTable(parse(name, text), [])
  reader.readOverrides()
  reader.readExposure(text ?? '')
  if (reader.problems.length > 0) {
    throw new StartupError(reader.problems.map((one) => `${name}: ${one}.`).join('\n'))
  }
  return { values: reader.values, notices: reader.notices, environment }
}

/** The files that Supabase's CLI reads, the first of each name winning. */
function readEnvironment({ root, folder }: ProjectPlace): Record<string, string> {
  const mode = process.env.SUPABASE_ENV || 'development'
  const names = [`.env.${mode}.local`, '.env.local', `.env.${mode}`, '.env']
  const files = [folder, root].flatMap((directory) => names.map((name) => join(directory, name)))
  const given = files.filter((path) => existsSync(path)).map((path) => parseEnv(readFileSync(path, 'utf8')))
  const all: Record<string, string> = {}
  for (const one of [process.env, ...given]) {
    // Like Supabase's CLI: an empty variable counts as missing.
    for (const [name, value] of Object.entries(one)) if (value) all[name] ??= value
  }
  return all
}

function parse(name: string, text: string): Table {
  try {
    const parsed: unknown = name.endsWith('.json') ? JSON.parse(text) : parseToml(text)
    if (isTable(parsed)) return parsed
    throw new StartupError(`${name} must be an object.`)
  } catch (cause) {
    if (cause instanceof SyntaxError) throw new StartupError(`${name}: ${cause.message}.`, { cause })
    if (!(cause instanceof TomlError)) throw cause
    const [reason = ''] = cause.message.replace(/^Invalid TOML document: /, '').split('\n')
    throw new StartupError(`${name}:${cause.line}:${cause.column}: ${reason}`, { cause })
  }
}

class Reader {
  readonly values = new Map<string, Value>()
  readonly notices: string[] = []
  readonly problems: string[] = []
  readonly #environment: Readonly<Record<string, string>>

  constructor(environment: Readonly<Record<string, string>>) {
    this.#environment = environment
  }

  readTable(table: Table, path: readonly string[]): void {
    // Skips settings of other branches and of disabled features.
    const isOff = table.enabled === false
    for (const [name, value] of Object.entries(table)) {
      const here = [...path, name]
      if (here[0] === 'remotes' || here[0] === '$schema' || value === null) continue
      const key = keyFor(here)
      if (key) this.#readValue(here.join('.'), key, value, isOff && name !== 'enabled')
      else if (isTable(value)) {
        // A bucket without any key is one, too.
        if (/^storage\.buckets\.[^.]+$/.test(here.join('.'))) this.values.set(`${here.join('.')}.public`, false)
        this.readTable(value, here)
      } else if (here.join('.') === 'storage.buckets' && isListOfNamed(value)) {
        this.notices.push("[[storage.buckets]] is read as [storage.buckets.NAME], the form that Supabase's CLI expects")
        this.readTable(Object.fromEntries(value.map(({ name, ...bucket }) => [name, bucket])), here)
      } else this.notices.push(`${here.join('.')} is not a key that Supabase documents; it is ignored`)
    }
  }

  /** Keys that are only set by a variable of Supabase's CLI. */
  readOverrides(): void {
    for (const [name, key] of Object.entries(KEYS)) {
      const given = this.#override(name)
      if (given !== undefined && !this.values.has(name)) this.#readValue(name, key, given, false)
    }
  }

  /**
   * Supabase's CLI closes new tables since the version that writes `# auto_expose_new_tables = true` into config.toml. Files without that
   * line are older, and their migrations may count on open tables.
   */
  readExposure(text: string): void {
    const name = 'api.auto_expose_new_tables'
    if (this.values.has(name) || !/^\s*#\s*auto_expose_new_tables\s*=\s*true\b/m.test(text)) return
    this.values.set(name, false)
    this.notices.push(
      `${name} is only a comment, as Supabase's CLI writes it: new tables in public are closed to anon and authenticated until a migration grants them; true opens them`,
    )
  }

  /** `SUPABASE_AUTH_SITE_URL` for `auth.site_url`. */
  #override(name: string): string | undefined {
    return this.#environment[`SUPABASE_${name.toUpperCase().replaceAll('.', '_')}`]
  }

  #readValue(name: string, key: Key, given: unknown, isOff: boolean): void {
    const value = this.#override(name) ?? this.#replaced(name, given, isOff || key.isUnused === true)
    if (value === undefined) return
    const read = convert(key.kind, value)
    if (read === null) {
      this.problems.push(`${name} must be ${EXPECTED[key.kind]}`)
      return
    }
    if (key.instead !== undefined && !isOff && !(key.quiet ?? []).includes(value)) {
      this.notices.push(`${name} has no effect: ${key.instead}`)
    }
    this.values.set(name, read)
  }

  /** `env(NAME)` and literals; undefined for a name that is not set. */
  #replaced(name: string, given: unknown, isQuiet: boolean): unknown {
    if (Array.isArray(given))
      return given.map((one: unknown) => this.#replaced(name, one, isQuiet)).filter((one) => one !== undefined)
    const [, variable] = typeof given === 'string' ? (/^env\((\w+)\)$/.exec(given) ?? []) : []
    if (variable === undefined) return given
    const value = this.#environment[variable]
    if (value === undefined && !isQuiet) this.notices.push(`${name}: ${variable} is not set; the key is left out`)
    return value
  }
}

function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
}

function isListOfNamed(value: unknown): value is readonly (Table & { readonly name: string })[] {
  return Array.isArray(value) && value.every((one) => isTable(one) && typeof one.name === 'string')
}

const EXPECTED: Readonly<Record<Kind, string>> = {
  flag: 'true or false',
  text: 'a text',
  number: 'a number',
  size: 'a size, as "50MiB"',
  duration: 'a duration, as "1m30s"',
  list: 'a list of texts',
  any: 'a value',
}

/** Null for a value of another type; texts from variables are converted to numbers and booleans. */
function convert(kind: Kind, value: unknown): Value | null {
  switch (kind) {
    case 'flag':
      return typeof value === 'boolean'
        ? value
        : /^(true|1)$/i.test(String(value))
          ? true
          : /^(false|0)$/i.test(String(value))
            ? false
            : null
    case 'number':
      return typeof value === 'number' ? value : typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : null
    case 'text':
      return typeof value === 'string' ? value : typeof value === 'number' ? String(value) : null
    case 'list':
      return Array.isArray(value) && value.every((one) => typeof one === 'string')
        ? value
        : typeof value === 'string' && value !== ''
          ? value.split(',')
          : null
    case 'size':
      return bytesOf(value)
    case 'duration':
      return secondsOf(value)
    case 'any':
      return isTable(value) || Array.isArray(value) ? '' : String(value)
  }
}

const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  k: 1e3,
  m: 1e6,
  g: 1e9,
  t: 1e12,
  ki: 1024,
  mi: 1024 ** 2,
  gi: 1024 ** 3,
  ti: 1024 ** 4,
}

function bytesOf(value: unknown): number | null {
  if (typeof value === 'number') return value
  const [, amount, unit = ''] = /^\s*(\d+(?:\.\d+)?)\s*([kmgt]i?)?b?\s*$/i.exec(String(value)) ?? []
  // Like Supabase's CLI: 50MB are 50 * 1024 * 1024 bytes.
  const factor = UNITS[unit.length === 1 ? `${unit.toLowerCase()}i` : unit.toLowerCase()]
  return amount === undefined || factor === undefined ? null : Math.round(Number(amount) * factor)
}

/** Units of Go's durations. */
const SECONDS: Readonly<Record<string, number>> = { ns: 1e-9, us: 1e-6, µs: 1e-6, ms: 0.001, s: 1, m: 60, h: 3600 }

function secondsOf(value: unknown): number | null {
  if (typeof value === 'number') return value
  const text = String(value)
  if (!/^(\d+(\.\d+)?(ns|us|µs|ms|s|m|h))+$/.test(text)) return text === '0' ? 0 : null
  const parts = text.matchAll(/(\d+(?:\.\d+)?)(ns|us|µs|ms|s|m|h)/g)
  const seconds = [...parts].reduce((sum, [, amount, unit = 's']) => sum + Number(amount) * (SECONDS[unit] ?? 1), 0)
  // Whole seconds; "1ns" is how tests say "none".
  return seconds < 0.001 ? 0 : Math.ceil(seconds)
}
