import type { EmbedPlan, FieldPlan, LevelPlan, PlanField, PlanItem } from '../plan/types.ts'
import { callSource } from './calls.ts'
import { conditionsSql, fieldSql, whereClause } from './conditions.ts'
import { quoteIdentifier, quoteName, type SqlWriter } from './writer.ts'

/** How an embedded level is joined to the enclosing one. */
interface Link {
  /** Replaces the level's own FROM item: a computed relationship calls its function. */
  readonly source: string | null
  /** Continues the FROM list: `, junction as j`. */
  readonly from: string
  readonly conditions: readonly string[]
}

const UNLINKED: Link = { source: null, from: '', conditions: [] }

/**
 * The rows of one level as a SELECT. Embeds are scalar subqueries in its list: PostgreSQL runs them after LIMIT, only for returned rows,
 * while a join would run for every sorted row. `!inner` and null tests are EXISTS.
 */
export function levelSql(level: LevelPlan, writer: SqlWriter, link: Link = UNLINKED): string {
  const columns = level.items.flatMap((item) => columnsSql(item, level, writer))
  const list = columns.map(({ sql }) => sql).join(', ')
  return `select ${list} from ${fromWhere(level, writer, link)}${groupBySql(level, columns)}${orderSql(level, writer)}${pageSql(level, writer)}`
}

/** Source, links, spreads and conditions; also used for counting and EXISTS. */
export function fromWhere(level: LevelPlan, writer: SqlWriter, link: Link = UNLINKED): string {
  const spreads = level.items
    .filter((item) => item.kind === 'embed' && item.embed.spread)
    .map((item) => (item.kind === 'embed' ? spreadJoin(item.embed, level.alias, writer) : ''))
  const source = link.source ?? sourceSql(level, writer)
  const where = whereClause([...link.conditions, ...conditionsSql(level.where, level.alias, writer, embedExists)])
  return `${source}${link.from}${spreads.join('')}${where}`
}

export function pageSql(level: LevelPlan, writer: SqlWriter): string {
  const limit = level.limit === null ? '' : ` limit ${level.limit}`
  if (!level.offset) return limit
  return `${limit} offset ${level.offset.kind === 'constant' ? level.offset.rows : writer.param(level.offset.value)}`
}

/** EXISTS for the rows of an embed that belong to the row `parent`; rows before its offset aren't shown, so they don't count. */
export function embedExists(embed: EmbedPlan, parent: string, writer: SqlWriter): string {
  const { level } = embed
  const page = level.offset !== null || level.limit === 0 ? pageSql(level, writer) : ''
  return `exists (select 1 from ${fromWhere(level, writer, linkOf(embed, parent))}${page})`
}

function sourceSql(level: LevelPlan, writer: SqlWriter): string {
  switch (level.source.kind) {
    case 'relation':
      return `${quoteName(level.source.relation)} as ${quoteIdentifier(level.alias)}`
    case 'written':
      return `pgrst_written as ${quoteIdentifier(level.alias)}`
    case 'call':
      return callSource(level.source.call, level.alias, writer)
  }
}

interface ListColumn {
  readonly sql: string
  readonly isAggregate: boolean
}

function columnsSql(item: PlanItem, level: LevelPlan, writer: SqlWriter): ListColumn[] {
  switch (item.kind) {
    case 'star':
      return [{ sql: `${quoteIdentifier(level.alias)}.*`, isAggregate: false }]
    case 'field':
      return [{ sql: fieldColumn(item, level), isAggregate: item.aggregate !== null }]
    case 'embed': {
      const { embed } = item
      if (embed.spread) return spreadOutputs(embed).map((output) => spreadColumn(output, embed, level))
      // json has no equality to group by; jsonb has.
      const cast = level.grouped ? '::jsonb' : ''
      const sql = `${embedSql(embed, level.alias, writer)}${cast} as ${quoteIdentifier(embed.name)}`
      return [{ sql, isAggregate: false }]
    }
  }
}

function fieldColumn(item: FieldPlan, level: LevelPlan): string {
  // `count()` of a spread counts existing rows: its level selects a 1 for each of them.
  let sql = item.field ? fieldSql(item.field, level.alias) : level.spread ? '1' : '*'
  // json has no equality to group by; jsonb has.
  if (item.present) sql = `${quoteName(item.present)}(${sql})${level.grouped ? '::jsonb' : ''}`
  if (item.cast !== null) sql = `(${sql})::${item.cast}`
  if (item.aggregate && !level.spread) sql = aggregateSql(item.aggregate, sql)
  return `${sql} as ${quoteIdentifier(item.name)}`
}

function aggregateSql({ name, cast }: Aggregate, of: string): string {
  return `${name}(${of})${cast === null ? '' : `::${cast}`}`
}

function spreadColumn({ name, aggregate, isJson }: SpreadOutput, embed: EmbedPlan, level: LevelPlan): ListColumn {
  const column = `${quoteIdentifier(spreadAlias(embed))}.${quoteIdentifier(name)}`
  if (aggregate && !level.spread) {
    return { sql: `${aggregateSql(aggregate, column)} as ${quoteIdentifier(name)}`, isAggregate: true }
  }
  const sql = level.grouped && isJson ? `${column}::jsonb as ${quoteIdentifier(name)}` : column
  return { sql, isAggregate: false }
}

// By position: a name would refer to an input column before an output one.
function groupBySql(level: LevelPlan, columns: readonly ListColumn[]): string {
  if (!level.grouped) return ''
  const positions = columns.flatMap(({ isAggregate }, index) => (isAggregate ? [] : [index + 1]))
  return positions.length === 0 ? '' : ` group by ${positions.join(', ')}`
}

function embedSql(embed: EmbedPlan, parent: string, writer: SqlWriter): string {
  const link = linkOf(embed, parent)
  if (isWholeRow(embed.level)) return wholeRowSql(embed, link, writer)
  const rows = levelSql(embed.level, writer, link)
  if (!embed.toOne) return `(select coalesce(json_agg(pgrst_row), '[]') from (${rows}) as pgrst_row)`
  return `(select row_to_json(pgrst_row) from (${rows}${oneRow(embed)}) as pgrst_row)`
}

/** Just `*`: rows are converted as they are, without building a record of their columns. */
function isWholeRow({ items }: LevelPlan): boolean {
  return items.length === 1 && items[0]?.kind === 'star'
}

function wholeRowSql(embed: EmbedPlan, link: Link, writer: SqlWriter): string {
  const { level } = embed
  const row = `row_to_json(${quoteIdentifier(level.alias)}.*)`
  if (embed.toOne) return `(select ${row} from ${fromWhere(level, writer, link)}${oneRow(embed)})`
  const rows = `select ${row} as value from ${fromWhere(level, writer, link)}${orderSql(level, writer)}${pageSql(level, writer)}`
  return `(select coalesce(json_agg(pgrst_row.value), '[]') from (${rows}) as pgrst_row)`
}

/** A function declared to return one row may still return more. */
function oneRow({ relationship, level }: EmbedPlan): string {
  return relationship.kind === 'computed' && level.limit === null ? ' limit 1' : ''
}

function spreadAlias(embed: EmbedPlan): string {
  return `${embed.level.alias}_${embed.name}_spread`
}

function spreadJoin(embed: EmbedPlan, parent: string, writer: SqlWriter): string {
  const rows = levelSql(embed.level, writer, linkOf(embed, parent))
  const row = quoteIdentifier(spreadAlias(embed))
  if (embed.toOne) return ` left join lateral (${rows}) as ${row} on true`
  const lists = spreadOutputs(embed).map(({ name }) => {
    const column = quoteIdentifier(name)
    return `coalesce(json_agg(pgrst_row.${column}), '[]') as ${column}`
  })
  return ` left join lateral (select ${lists.join(', ')} from (${rows}) as pgrst_row) as ${row} on true`
}

type Aggregate = NonNullable<FieldPlan['aggregate']>

/** A column that a spread adds to the enclosing level. */
interface SpreadOutput {
  readonly name: string
  /** The aggregate that the enclosing level applies to the column. */
  readonly aggregate: Aggregate | null
  /** Such a column has no equality to group by. */
  readonly isJson: boolean
}

function spreadOutputs({ level, toOne }: EmbedPlan): SpreadOutput[] {
  return level.items.flatMap((item): SpreadOutput[] => {
    if (item.kind === 'star') return [] // expanded by the plan
    if (item.kind === 'field') return [{ name: item.name, aggregate: item.aggregate, isJson: !toOne }]
    if (!item.embed.spread) return [{ name: item.embed.name, aggregate: null, isJson: true }]
    return spreadOutputs(item.embed).map((inner) => ({ ...inner, isJson: inner.isJson || !toOne }))
  })
}

function linkOf(embed: EmbedPlan, parent: string): Link {
  const { relationship, level } = embed
  const own = quoteIdentifier(parent)
  const other = quoteIdentifier(level.alias)
  switch (relationship.kind) {
    case 'foreign-key':
      return { source: null, from: '', conditions: equalities(own, other, relationship.pairs) }
    case 'junction': {
      const { relation, originPairs, targetPairs } = relationship.junction
      const via = quoteIdentifier(embed.junctionAlias)
      return {
        source: null,
        from: `, ${quoteName(relation)} as ${via}`,
        conditions: [...equalities(own, via, originPairs), ...equalities(other, via, targetPairs)],
      }
    }
    case 'computed': {
      const { functionSchema, functionName, origin } = relationship
      const called = quoteName({ schema: functionSchema, name: functionName })
      // Written rows are plain records until cast back to their table's type.
      return { source: `${called}((${own}.*)::${quoteName(origin)}) as ${other}`, from: '', conditions: [] }
    }
  }
}

function equalities(left: string, right: string, pairs: readonly (readonly [string, string])[]): string[] {
  return pairs.map(([own, other]) => `${right}.${quoteIdentifier(other)} = ${left}.${quoteIdentifier(own)}`)
}

/** A column of a to-one embed; in a grouped level the column that its spread adds, if any, since only groups can be sorted. */
function relatedSql(field: PlanField, embed: EmbedPlan, level: LevelPlan, writer: SqlWriter): string {
  if (level.grouped && embed.spread) {
    const added = embed.level.items.find(
      (item) =>
        item.kind === 'field' && !item.aggregate && item.field?.name === field.name && isSamePath(item.field, field),
    )
    if (added?.kind === 'field') return `${quoteIdentifier(spreadAlias(embed))}.${quoteIdentifier(added.name)}`
  }
  return `(select ${fieldSql(field, embed.level.alias)} from ${fromWhere(embed.level, writer, linkOf(embed, level.alias))})`
}

function isSamePath(left: PlanField, right: PlanField): boolean {
  return JSON.stringify(left.path) === JSON.stringify(right.path)
}

function orderSql(level: LevelPlan, writer: SqlWriter): string {
  if (level.order.length === 0) return ''
  const terms = level.order.map(({ field, embed, direction, nulls }) => {
    const value = embed ? relatedSql(field, embed, level, writer) : fieldSql(field, level.alias)
    return `${value}${direction ? ` ${direction}` : ''}${nulls ? ` nulls ${nulls}` : ''}`
  })
  return ` order by ${terms.join(', ')}`
}
