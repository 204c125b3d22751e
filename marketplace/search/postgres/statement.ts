import type { BoundValue } from 'souk-backend'

/** A statement that is put together from parts, with every value bound. */
export class Statement {
  readonly values: BoundValue[] = []

  /** The parameter of a value, cast to a type. */
  bind(value: BoundValue, type: string): string {
    this.values.push(value)
    return `$${this.values.length}::${type}`
  }

  /** The parameter of a list of texts, cast to an array type. */
  list(values: readonly string[], type: string): string {
    return this.bind(textArray(values), `${type}[]`)
  }
}

/** A list as PostgreSQL reads an array. */
export function textArray(values: readonly string[]): string {
  return `{${values.map((value) => `"${value.replace(/[\\"]/g, '\\$&')}"`).join(',')}}`
}
