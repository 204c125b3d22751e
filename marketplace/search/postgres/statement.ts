import type { BoundValue } from 'souk-backend'

/** A statement composed of parts, with every value bound. */
export class Statement {
  readonly values: BoundValue[] = []

  /** A parameter, cast to a type. */
  bind(value: BoundValue, type: string): string {
    this.values.push(value)
    return `$${this.values.length}::${type}`
  }

  /** A text list parameter, cast to an array type. */
  list(values: readonly string[], type: string): string {
    return this.bind(textArray(values), `${type}[]`)
  }
}

/** A list as a PostgreSQL array literal. */
export function textArray(values: readonly string[]): string {
  return `{${values.map((value) => `"${value.replace(/[\\"]/g, '\\$&')}"`).join(',')}}`
}
