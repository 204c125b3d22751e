/** Values of a template, possibly nested. */
export type TemplateValues = { readonly [name: string]: unknown }

type Node =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'value'; readonly path: readonly string[] }
  | { readonly kind: 'if'; readonly test: Test; readonly then: readonly Node[]; readonly otherwise: readonly Node[] }

interface Test {
  readonly path: readonly string[]
  /** The operand of `eq` and `ne`; null tests for a non-empty value. */
  readonly than: { readonly value: string; readonly isEqual: boolean } | null
  readonly isNegated: boolean
}

export type Template = readonly Node[]

/**
 * Parses the part of Go's templates that emails are written in: `{{ .Name }}`, `{{ .Data.name }}`, `{{ if }}` with `eq`, `ne` and `not`,
 * `{{ else }}`, `{{ else if }}`, comments and trimmed spaces.
 * @throws {Error} naming the unsupported part
 */
export function parseTemplate(text: string): Template {
  const parts = text
    .replace(/\s*\{\{-/g, '{{')
    .replace(/-\}\}\s*/g, '}}')
    .split(/(\{\{[\s\S]*?\}\})/)
  let at = 0
  const { nodes, end } = readNodes()
  if (end !== null) throw new Error(`{{ ${end} }} without {{ if }}`)
  return nodes

  function readNodes(): { nodes: Node[]; end: string | null } {
    const nodes: Node[] = []
    while (at < parts.length) {
      const part = parts[at++] ?? ''
      if (!part.startsWith('{{')) {
        if (part !== '') nodes.push({ kind: 'text', text: part })
        continue
      }
      const inside = part.slice(2, -2).trim()
      if (inside.startsWith('/*')) continue
      if (inside === 'end' || /^else\b/.test(inside)) return { nodes, end: inside }
      const [, condition] = /^if\s+(.+)$/s.exec(inside) ?? []
      nodes.push(condition === undefined ? { kind: 'value', path: pathOf(inside) } : readIf(condition))
    }
    return { nodes, end: null }
  }

  function readIf(condition: string): Node {
    const test = readTest(condition)
    const { nodes: then, end } = readNodes()
    if (end === 'end') return { kind: 'if', test, then, otherwise: [] }
    const [, next] = /^else\s+if\s+(.+)$/s.exec(end ?? '') ?? []
    if (next !== undefined) return { kind: 'if', test, then, otherwise: [readIf(next)] }
    if (end !== 'else') throw new Error(`{{ if ${condition} }} without {{ end }}`)
    const { nodes: otherwise, end: last } = readNodes()
    if (last !== 'end') throw new Error(`{{ if ${condition} }} without {{ end }}`)
    return { kind: 'if', test, then, otherwise }
  }
}

function pathOf(inside: string): string[] {
  const [, path] = /^\.([\w.]*)$/.exec(inside) ?? []
  if (path === undefined) throw new Error(`{{ ${inside} }} is not understood`)
  return path.split('.').filter(Boolean)
}

function readTest(condition: string): Test {
  const [, comparison, path, value] = /^\(?(eq|ne)\s+(\.[\w.]+)\s+"([^"]*)"\)?$/.exec(condition) ?? []
  if (path !== undefined && value !== undefined) {
    return { path: pathOf(path), than: { value, isEqual: comparison === 'eq' }, isNegated: false }
  }
  const [, negated, plain = condition] = /^(not)\s+(.+)$/.exec(condition) ?? []
  return { path: pathOf(plain), than: null, isNegated: negated !== undefined }
}

/** Renders a template; `written` gets a value and what has been rendered before it. */
export function renderTemplate(
  template: Template,
  values: TemplateValues,
  written: (value: string, before: string) => string = (value) => value,
): string {
  let result = ''
  run(template)
  return result

  function run(nodes: readonly Node[]): void {
    for (const node of nodes) {
      if (node.kind === 'text') result += node.text
      else if (node.kind === 'value') result += written(textOf(valueAt(values, node.path)), result)
      else run(holds(node.test) ? node.then : node.otherwise)
    }
  }

  function holds({ path, than, isNegated }: Test): boolean {
    const value = valueAt(values, path)
    if (than) return (textOf(value) === than.value) === than.isEqual
    return Boolean(value) !== isNegated
  }
}

function valueAt(values: TemplateValues, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (value, name) =>
      typeof value === 'object' && value !== null && Object.hasOwn(value, name) ? Reflect.get(value, name) : undefined,
    values,
  )
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
