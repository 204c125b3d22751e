/** Collects the parameters of one statement. Values stay outside: a slot is the index of the value that a `$n` stands for. */
export class SqlWriter {
  readonly slots: number[] = []

  /** `$n` for the value at `index` among the request's values; the same value gets the same `$n`. */
  param(index: number): string {
    const known = this.slots.indexOf(index)
    return `$${known >= 0 ? known + 1 : this.slots.push(index)}`
  }
}

export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}

/** A text literal; in the E form if it contains a backslash, so that no setting can change its meaning. */
export function quoteLiteral(text: string): string {
  const quoted = `'${text.replaceAll("'", "''")}'`
  return text.includes('\\') ? ` E${quoted.replaceAll('\\', '\\\\')}` : quoted
}

export function quoteName(object: { readonly schema: string; readonly name: string }): string {
  return `${quoteIdentifier(object.schema)}.${quoteIdentifier(object.name)}`
}
