import { Compile } from 'typebox/compile'

/** A variable of the environment. */
export interface Variable {
  /** What its text must be: a JSON Schema for strings. */
  readonly schema: object
  /** The same for people, as it stands after "must be". */
  readonly expected: string
  /** Its text where the environment says nothing. */
  readonly default?: string
  /** In words, what holds there when it follows from something else. */
  readonly otherwise?: string
  /** What it is for, in one line. */
  readonly help: string
}

export type Variables = Readonly<Record<string, Variable>>

/** The texts of variables, checked. Those with a default are never missing. */
export type Values<V extends Variables> = { readonly [Name in Defaulted<V>]: string } & {
  readonly [Name in Exclude<keyof V, Defaulted<V>>]?: string | undefined
}
type Defaulted<V extends Variables> = {
  [Name in keyof V]: V[Name] extends { readonly default: string } ? Name : never
}[keyof V]

/** The texts that hold where the environment says nothing. */
export function defaultsOf<V extends Variables>(variables: V): Values<V> {
  return Object.fromEntries(Object.entries(variables).map(([name, one]) => [name, one.default])) as Values<V> // of just these names
}

/** What is wrong with each text that is given. Never quotes one: it may be a secret. */
export function problemsOf(variables: Variables, given: Readonly<Record<string, string | undefined>>): string[] {
  return Object.entries(variables)
    .filter(([name, { schema }]) => given[name] !== undefined && !Compile(schema).Check(given[name]))
    .map(([name, { expected }]) => `${name} must be ${expected}`)
}

/** What an application adds to the configuration. */
export interface OwnConfig<V extends Variables> {
  /** What the installation calls itself until BRAND_NAME says otherwise. */
  readonly name?: string
  /** Other defaults for variables of the backend. */
  readonly defaults?: Readonly<Record<string, string>>
  /** Variables of its own. */
  readonly variables?: V
  /** What does not fit together, a sentence without its full stop each; asked of values that are wrong by themselves, too. */
  problems?(values: Values<V>): readonly string[]
}
