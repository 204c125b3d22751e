import type { EmbedPlan, PlanCondition, PlanField } from '../plan/types.ts'
import type { BinaryOperator } from '../request/filter.ts'
import type { QualifiedName } from '../schema-cache/types.ts'
import { quoteIdentifier, quoteLiteral, quoteName, type SqlWriter } from './writer.ts'

type Comparison = Extract<PlanCondition, { kind: 'comparison' }>

const BINARY = {
  eq: '=',
  neq: '<>',
  gt: '>',
  gte: '>=',
  lt: '<',
  lte: '<=',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
  isdistinct: 'is distinct from',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
} as const

const PATTERNS: ReadonlySet<BinaryOperator> = new Set(['like', 'ilike', 'match', 'imatch'])

const SEARCH = {
  fts: 'to_tsquery',
  plfts: 'plainto_tsquery',
  phfts: 'phraseto_tsquery',
  wfts: 'websearch_to_tsquery',
} as const

const IS = { null: 'null', not_null: 'not null', true: 'true', false: 'false', unknown: 'unknown' } as const

/** ` where a and b`, or nothing. */
export function whereClause(conditions: readonly string[]): string {
  return conditions.length === 0 ? '' : ` where ${conditions.join(' and ')}`
}

/** Builds the EXISTS test of an embed; passed in, because `level.ts` defines it and imports this file. */
export type ExistsSql = (embed: EmbedPlan, parent: string, writer: SqlWriter) => string

export function conditionsSql(
  conditions: readonly PlanCondition[],
  alias: string,
  writer: SqlWriter,
  exists: ExistsSql,
): string[] {
  return conditions.map((condition) => conditionSql(condition, alias, writer, exists))
}

function conditionSql(condition: PlanCondition, alias: string, writer: SqlWriter, exists: ExistsSql): string {
  switch (condition.kind) {
    case 'exists':
      return `${condition.negated ? 'not ' : ''}${exists(condition.embed, alias, writer)}`
    case 'group': {
      const terms = condition.terms.map((term) => conditionSql(term, alias, writer, exists))
      return `${condition.negated ? 'not ' : ''}(${terms.join(` ${condition.operator} `)})`
    }
    case 'comparison': {
      const test = testSql(fieldSql(condition.field, alias), condition, writer)
      return condition.negated ? `not (${test})` : test
    }
  }
}

/** A list of values, each converted by `parse` if given. */
function manySql(values: string, parse: QualifiedName | null): string {
  if (!parse) return values
  return `array(select ${quoteName(parse)}(pgrst_value) from unnest(${values}::text[]) as pgrst_value)`
}

// Values are passed without a type, so that PostgreSQL takes it from the column and reports bad literals itself.
function testSql(field: string, { test, parse }: Comparison, writer: SqlWriter): string {
  switch (test.kind) {
    case 'is':
      return `${field} is ${IS[test.keyword]}`
    case 'in':
      return `${field} = any(${manySql(writer.param(test.value), parse)})`
    case 'binary': {
      const value = writer.param(test.value)
      // Patterns aren't values of the domain.
      const parses = PATTERNS.has(test.operator) ? null : parse
      const operand = test.quantifier
        ? `${test.quantifier}(${manySql(value, parses)})`
        : parses
          ? `${quoteName(parses)}(${value})`
          : value
      return `${field} ${BINARY[test.operator]} ${operand}`
    }
    case 'search': {
      const config = test.config === null ? '' : `${quoteLiteral(test.config)}, `
      const vector = test.toVector ? `to_tsvector(${config}${field})` : field
      return `${vector} @@ ${SEARCH[test.operator]}(${config}${writer.param(test.value)})`
    }
  }
}

/**
 * A field of the row `alias`. In PostgreSQL the dot also calls a function on the row, which is how computed fields work. JSON keys are
 * literals, not parameters, so that expression indexes apply; they are part of the shape.
 */
export function fieldSql(field: PlanField, alias: string): string {
  const column = `${quoteIdentifier(alias)}.${quoteIdentifier(field.name)}`
  if (field.path.length === 0) return column
  const steps = field.path.map(({ text, key }) => {
    const operand = typeof key === 'number' ? String(key) : quoteLiteral(key)
    return `${text ? '->>' : '->'}${typeof key === 'number' && key < 0 ? `(${operand})` : operand}`
  })
  return `(${field.toJson ? `to_jsonb(${column})` : column}${steps.join('')})`
}
