import { Compile } from 'typebox/schema'

/** An environment variable. */
export interface Variable {
  /** JSON Schema of its text. */
  readonly schema: object
  /** Description of the schema that completes "must be". */
  readonly expected: string
  /** Value when unset. */
  readonly default?: string
  /** Describes the default when it depends on other variables. */
  readonly otherwise?: string
  /** One-line description of its purpose. */
  readonly help: string
}

export type Variables = Readonly<Record<string, Variable>>

/** Validated texts of variables. Those with a default are always present. */
export type Values<V extends Variables> = { readonly [Name in Defaulted<V>]: string } & {
  readonly [Name in Exclude<keyof V, Defaulted<V>>]?: string | undefined
}
type Defaulted<V extends Variables> = {
  [Name in keyof V]: V[Name] extends { readonly default: string } ? Name : never
}[keyof V]

/** Default values of variables. */
export function defaultsOf<V extends Variables>(variables: V): Values<V> {
  return Object.fromEntries(Object.entries(variables).map(([name, one]) => [name, one.default])) as Values<V> // has exactly these names
}

/** Problems of the given texts. Never quotes a text, since it may be a secret. */
export function problemsOf(variables: Variables, given: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(variables)
    .filter(([name, { schema }]) => given[name] !== undefined && !Compile(schema).Check(given[name]))
    .map(([name, { expected }]) => `${name} must be ${expected}`)
}

/** An application's additions to the configuration. */
export interface OwnConfig<V extends Variables> {
  /** Default of BRAND_NAME. */
  readonly name?: string
  /** Overrides defaults of the backend's variables. */
  readonly defaults?: Readonly<Record<string, string>>
  /** Where the default of a variable comes from, for messages: `auth.site_url of supabase/config.toml`. */
  readonly originOf?: (variable: string) => string | undefined
  /** The application's own variables. */
  readonly variables?: V
  /** Inconsistencies between values, each a sentence without its full stop. Also called with invalid values. */
  problems?(values: Values<V>): readonly string[]
}
