import { parseSync } from 'vite'

/** One place in the source where a message is said: `t('…')`, `<Trans message="…">`. */
export interface SaidMessage {
  message: string
  /** The placeholders given beside it. */
  hasValues: boolean
  /** Where the message, compiled, would be put into the source, and how. */
  insertAt: number
  as: 'argument' | 'attribute'
}

/** A node of the syntax tree (ESTree), as far as it is looked at here. */
interface Node {
  type: string
  start: number
  end: number
  [key: string]: unknown
}

/** Every message in a file of TypeScript, in the order of the source. Messages must be written as literals there. */
export function messagesIn(file: string, code: string): SaidMessage[] {
  const found: SaidMessage[] = []
  const visit = (node: Node) => {
    const said =
      node.type === 'CallExpression' ? callOf(node) : node.type === 'JSXOpeningElement' ? transOf(node) : null
    if (said) found.push(said)
    for (const child of childrenOf(node)) visit(child)
  }
  visit(parseSync(file, code).program as unknown as Node)
  return found
}

/** The nodes right below a node. */
export function childrenOf(node: Node): Node[] {
  return Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value]).filter(isNode))
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'
}

function callOf(call: Node): SaidMessage | null {
  const callee = call.callee as Node
  if (callee.type !== 'Identifier' || callee.name !== 't') return null
  const [first, second] = call.arguments as Node[]
  const message = first && textOf(first)
  if (first === undefined || message == null) return null
  return { message, hasValues: second !== undefined, insertAt: (second ?? first).end, as: 'argument' }
}

function transOf(element: Node): SaidMessage | null {
  const name = element.name as Node
  if (name.type !== 'JSXIdentifier' || name.name !== 'Trans') return null
  const attribute = (element.attributes as Node[]).find((one) => (one.name as Node | undefined)?.name === 'message')
  const value = attribute?.value as Node | undefined
  const literal = value?.type === 'JSXExpressionContainer' ? (value.expression as Node) : value
  const message = literal && textOf(literal)
  if (attribute === undefined || message == null) return null
  return { message, hasValues: true, insertAt: attribute.end, as: 'attribute' }
}

function textOf(node: Node): string | null {
  if (node.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node.type !== 'TemplateLiteral' || (node.expressions as Node[]).length > 0) return null
  const [only] = node.quasis as { value: { cooked: string } }[]
  return only?.value.cooked ?? null
}

/** Attributes that people read or hear. */
const SPOKEN = new Set(
  'alt aria-label aside hint label legend line loadingLabel long placeholder short submitLabel title'.split(' '),
)

/** What an attribute may say: its text, or the texts that an expression chooses from. */
function literalsIn(value: Node): string[] {
  if (value.type === 'JSXExpressionContainer') return literalsIn(value.expression as Node)
  if (value.type === 'ConditionalExpression')
    return [value.consequent, value.alternate].flatMap((one) => literalsIn(one as Node))
  if (value.type === 'LogicalExpression') return literalsIn(value.right as Node)
  return value.type === 'Literal' && typeof value.value === 'string' ? [value.value] : []
}

/** Texts of elements and attributes that are shown as they stand in the source, past `t`: nobody could translate them. */
export function plainTextsIn(file: string, code: string): string[] {
  const found: string[] = []
  const visit = (node: Node) => {
    if (node.type === 'JSXText') found.push(String(node.value).replaceAll(/&\w+;/g, ' ').trim())
    if (node.type === 'JSXAttribute' && SPOKEN.has(String((node.name as Node).name))) {
      if (node.value) found.push(...literalsIn(node.value as Node))
    }
    for (const child of childrenOf(node)) visit(child)
  }
  visit(parseSync(file, code).program as unknown as Node)
  return found.filter((text) => /\p{L}{2}/u.test(text))
}
