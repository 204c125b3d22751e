/** The kinds of types that differ in their JSON form. `name` is pg_type.typname. */
export type ColumnType =
  | { readonly kind: 'number' | 'boolean' | 'json' | 'date' | 'timestamp' | 'timestamptz' | 'bytes' | 'text' }
  | { readonly kind: 'array'; readonly delimiter: string; readonly element: ColumnType }
  | { readonly kind: 'composite'; readonly fields: readonly { readonly name: string; readonly type: ColumnType }[] }

/**
 * Converts a value in PostgreSQL's text form (ISO dates, hexadecimal bytes) to the JSON text of `to_jsonb`. Numbers keep all their digits;
 * bytes are bare hexadecimal digits.
 */
export function toJson(type: ColumnType, text: string): string {
  switch (type.kind) {
    case 'number':
      // JSON has no NaN or infinity.
      return /^[-+.\d]/.test(text) && !text.endsWith('y') ? text : JSON.stringify(text)
    case 'boolean':
      return text === 't' ? 'true' : 'false'
    case 'json':
      return text
    case 'timestamp':
      return JSON.stringify(text.replace(' ', 'T'))
    case 'timestamptz':
      return JSON.stringify(isoInstant(text))
    case 'bytes':
      return JSON.stringify(text.startsWith('\\x') ? text.slice(2) : text)
    case 'array':
      return arrayToJson(type.element, type.delimiter, text)
    case 'composite':
      return compositeToJson(type.fields, text)
    default:
      return JSON.stringify(text)
  }
}

/** Writes `2024-01-02 03:04:05.6+00` with a T, and the offset with its minutes. */
function isoInstant(text: string): string {
  return text
    .replace(' ', 'T')
    .replace(/([+-]\d\d)(:\d\d)?(:\d\d)?( BC)?$/, (_all, hours, minutes = ':00', seconds = '', era = '') => {
      return `${hours}${minutes}${seconds}${era}`
    })
}

/** Parses `{1,NULL,"a,b"}`, nested, or with explicit bounds: `[0:1]={1,2}`. */
function arrayToJson(element: ColumnType, delimiter: string, text: string): string {
  let at = text.indexOf('{')
  const readList = (): string => {
    const items: string[] = []
    at += 1 // {
    while (text[at] !== '}') {
      if (at >= text.length) throw new Error('An array ends too early')
      if (text[at] === '{') items.push(readList())
      else items.push(readItem())
      if (text[at] === delimiter) at += 1
    }
    at += 1 // }
    return `[${items.join(',')}]`
  }
  const readItem = (): string => {
    if (text[at] === '"') {
      const [value, end] = readQuoted(text, at)
      at = end
      return toJson(element, value)
    }
    const start = at
    while (at < text.length && text[at] !== delimiter && text[at] !== '}') at += 1
    const value = text.slice(start, at)
    return value === 'NULL' ? 'null' : toJson(element, value)
  }
  return readList()
}

/** Parses `(1,"a ""b""",)`: an empty field is null. */
function compositeToJson(fields: readonly { name: string; type: ColumnType }[], text: string): string {
  let at = 1
  const members = fields.map(({ name, type }) => {
    let value: string | null = null
    if (text[at] !== ',' && text[at] !== ')') {
      value = ''
      while (at < text.length && text[at] !== ',' && text[at] !== ')') {
        if (text[at] === '"') {
          const [part, end] = readQuoted(text, at)
          value += part
          at = end
        } else {
          value += text[at]
          at += 1
        }
      }
    }
    at += 1
    return `${JSON.stringify(name)}:${value === null ? 'null' : toJson(type, value)}`
  })
  return `{${members.join(',')}}`
}

/** Reads from an opening quote; inside, a backslash or a second quote escapes the next character. */
function readQuoted(text: string, start: number): [value: string, end: number] {
  let value = ''
  let at = start + 1
  while (at < text.length) {
    const sign = text[at]
    if (sign === '\\') {
      value += text[at + 1] ?? ''
      at += 2
    } else if (sign === '"') {
      if (text[at + 1] !== '"') return [value, at + 1]
      value += '"'
      at += 2
    } else {
      value += sign
      at += 1
    }
  }
  throw new Error('A quoted value ends too early')
}
