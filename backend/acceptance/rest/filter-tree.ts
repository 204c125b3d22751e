import type { Specimen } from './specimens.ts'

/** Three-valued logic of SQL: null is unknown. */
export type Truth = boolean | null

/** One condition in both languages: in the data API's grammar and in TypeScript. */
export interface Comparison {
  readonly field: string
  /** Includes the dot: `eq.`, `in.`, `like(any).` */
  readonly operator: string
  readonly operand: string
  /** Lists and keywords are never quoted as a whole. */
  readonly bare: boolean
  readonly holds: (row: Specimen) => Truth
}

export type Tree =
  | { readonly kind: 'leaf'; readonly negated: boolean; readonly comparison: Comparison }
  | { readonly kind: 'group'; readonly negated: boolean; readonly operator: 'and' | 'or'; readonly terms: Tree[] }

export function evaluate(tree: Tree, row: Specimen): Truth {
  const truth = tree.kind === 'leaf' ? tree.comparison.holds(row) : combine(tree.operator, tree.terms, row)
  return tree.negated && truth !== null ? !truth : truth
}

function combine(operator: 'and' | 'or', terms: readonly Tree[], row: Specimen): Truth {
  const decides = operator === 'or'
  const truths = terms.map((term) => evaluate(term, row))
  if (truths.includes(decides)) return decides
  return truths.includes(null) ? null : !decides
}

/** A text that the grammar reads as a plain value. */
export function quoted(text: string): string {
  return `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`
}

function printTree(tree: Tree): string {
  const not = tree.negated ? 'not.' : ''
  if (tree.kind === 'group') return `${not}${tree.operator}(${tree.terms.map(printTree).join(',')})`
  const { field, operator, operand, bare } = tree.comparison
  return `${field}.${not}${operator}${bare ? operand : quoted(operand)}`
}

/** The same as query parameters, which need no quotes. @param embed  the filtered embed, with its dot */
export function printParameter(tree: Tree, embed = ''): [string, string] {
  const not = tree.negated ? 'not.' : ''
  if (tree.kind === 'leaf') {
    const { field, operator, operand } = tree.comparison
    return [`${embed}${field}`, `${not}${operator}${operand}`]
  }
  return [`${embed}${not}${tree.operator}`, `(${tree.terms.map(printTree).join(',')})`]
}
