import { parseSync } from 'rolldown/utils'

/** What a TypeScript file uses and loads. */
export interface Source {
  /** Ids of messages: `t('…')`, `<Trans id="…">`, and constants marked as Lingui wants it, `/*i18n*\/ '…'`. */
  readonly ids: readonly string[]
  /** Our modules that it imports statically, by path as written. */
  readonly imports: readonly string[]
  /** Our modules that it imports dynamically, with positions: `import('…')`. */
  readonly late: readonly { readonly path: string; readonly start: number; readonly end: number }[]
}

/** A node of the syntax tree (ESTree), with the fields used here. */
interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

export function readSource(file: string, code: string): Source {
  const { program, comments } = parseSync(file, code)
  const marked = comments.filter(({ value }) => value.trim() === 'i18n').map(({ end }) => end)
  const ids: string[] = []
  const imports: string[] = []
  const late: { path: string; start: number; end: number }[] = []
  const visit = (node: Node) => {
    const said = idSaidBy(node) ?? (marked.some((end) => end === node.start - 1) ? textOf(node) : null)
    if (said !== null) ids.push(said)
    const loaded = importedBy(node)
    if (loaded !== null) imports.push(loaded)
    if (node.type === 'ImportExpression') {
      const path = textOf(node.source as Node)
      if (path?.startsWith('.')) late.push({ path, start: node.start, end: node.end })
    }
    for (const child of childrenOf(node)) visit(child)
  }
  if (isNode(program)) visit(program)
  return { ids, imports, late }
}

/** The direct children of a node. */
function childrenOf(node: Node): Node[] {
  return Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value]).filter(isNode))
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
}

/** The message id in `t('…')`, `reader.t('…')` or `<Trans id="…">`. */
function idSaidBy(node: Node): string | null {
  if (node.type === 'CallExpression') {
    const callee = node.callee as Node
    const name = callee.type === 'MemberExpression' ? (callee.property as Node).name : callee.name
    const [first] = node.arguments as Node[]
    return name === 't' && first ? textOf(first) : null
  }
  if (node.type !== 'JSXOpeningElement' || (node.name as Node).name !== 'Trans') return null
  const attribute = (node.attributes as Node[]).find((one) => (one.name as Node | undefined)?.name === 'id')
  return attribute?.value ? textOf(attribute.value as Node) : null
}

function importedBy(node: Node): string | null {
  if (!/^(?:Import|ExportNamed|ExportAll)Declaration$/.test(node.type) || !node.source) return null
  if (node.importKind === 'type' || node.exportKind === 'type') return null
  const path = textOf(node.source as Node)
  return path?.startsWith('.') ? path : null
}

function textOf(node: Node): string | null {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type !== 'TemplateLiteral' || (node.expressions as Node[]).length > 0) return null
  const [only] = node.quasis as { value: { cooked: string } }[]
  return only?.value.cooked ?? null
}

/** Calls of `t` with literal values, and the names of those values; values built elsewhere are skipped. */
export function filledIn(file: string, code: string): { readonly id: string; readonly values: readonly string[] }[] {
  const found: { id: string; values: string[] }[] = []
  const visit = (node: Node) => {
    const id = node.type === 'CallExpression' ? idSaidBy(node) : null
    const values = id === null ? null : namesOf((node.arguments as Node[])[1])
    if (id !== null && values !== null) found.push({ id, values })
    for (const child of childrenOf(node)) visit(child)
  }
  const { program } = parseSync(file, code)
  if (isNode(program)) visit(program)
  return found
}

function namesOf(values: Node | undefined): string[] | null {
  if (!values) return []
  if (values.type !== 'ObjectExpression') return null
  const properties = values.properties as Node[]
  if (properties.some(({ type }) => type !== 'Property')) return null
  return properties.map(({ key }) => String((key as Node).name ?? (key as Node).value))
}

/** Whether an expression may be a message: `t('…')` itself, or a choice that includes one. */
function mayBeMessage(node: Node): boolean {
  if (node.type === 'ConditionalExpression')
    return mayBeMessage(node.consequent as Node) || mayBeMessage(node.alternate as Node)
  if (node.type === 'LogicalExpression') return mayBeMessage(node.right as Node)
  return node.type === 'CallExpression' && idSaidBy(node) !== null
}

const GOES_ON = /^\s*[\p{L},]/u
const WENT_ON = /[\p{L},]\s*$/u

/** Messages concatenated into a longer sentence: with a word or comma directly before or after, in a template or adjacent JSX. */
export function gluedIn(file: string, code: string): string[] {
  const found: string[] = []
  const visit = (node: Node) => {
    if (node.type === 'TemplateLiteral') {
      const texts = (node.quasis as { value: { raw: string } }[]).map(({ value }) => value.raw)
      for (const [place, expression] of (node.expressions as Node[]).entries()) {
        const isGlued = WENT_ON.test(texts[place] ?? '') || GOES_ON.test(texts[place + 1] ?? '')
        if (isGlued && mayBeMessage(expression)) found.push(code.slice(node.start, node.end))
      }
    }
    if (node.type === 'BinaryExpression' && node.operator === '+') {
      const [left, right] = [node.left as Node, node.right as Node]
      const isGlued =
        (mayBeMessage(left) && GOES_ON.test(textOf(right) ?? '')) ||
        (mayBeMessage(right) && WENT_ON.test(textOf(left) ?? ''))
      if (isGlued) found.push(code.slice(node.start, node.end))
    }
    const children = node.type === 'JSXElement' || node.type === 'JSXFragment' ? (node.children as Node[]) : []
    for (const [place, child] of children.entries()) {
      if (child.type !== 'JSXExpressionContainer' || !mayBeMessage(child.expression as Node)) continue
      const [before, behind] = [children[place - 1], children[place + 1]].map((one) =>
        one?.type === 'JSXText' ? String(one.value) : '',
      )
      if (WENT_ON.test(before ?? '') || GOES_ON.test(behind ?? '')) found.push(code.slice(child.start, child.end))
    }
    for (const child of childrenOf(node)) visit(child)
  }
  const { program } = parseSync(file, code)
  if (isNode(program)) visit(program)
  return found
}

/** Attributes that are shown or announced. */
const SPOKEN = new Set(
  'alt aria-label aside hint label legend line loadingLabel long placeholder short submitLabel title'.split(' '),
)

/** The strings that an attribute may have, directly or chosen by an expression. */
function literalsIn(value: Node): string[] {
  if (value.type === 'JSXExpressionContainer') return literalsIn(value.expression as Node)
  if (value.type === 'ConditionalExpression')
    return [value.consequent, value.alternate].flatMap((one) => literalsIn(one as Node))
  if (value.type === 'LogicalExpression') return literalsIn(value.right as Node)
  return value.type === 'Literal' && typeof value.value === 'string' ? [value.value] : []
}

/** Strings in elements and attributes that bypass `t`, and so cannot be translated. */
export function plainTextsIn(file: string, code: string): string[] {
  const found: string[] = []
  const visit = (node: Node) => {
    if (node.type === 'JSXText') found.push(String(node.value).replaceAll(/&\w+;/g, ' ').trim())
    if (node.type === 'JSXAttribute' && SPOKEN.has(String((node.name as Node).name))) {
      if (node.value) found.push(...literalsIn(node.value as Node))
    }
    for (const child of childrenOf(node)) visit(child)
  }
  const { program } = parseSync(file, code)
  if (isNode(program)) visit(program)
  return found.filter((text) => /\p{L}{2}/u.test(text))
}
