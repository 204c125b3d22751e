import { change, type Row, runSql, type SqlAnswer } from './api.ts'

export interface TableName {
  readonly schema: string
  readonly name: string
  /** As statistics know it. */
  readonly rows: number
}

export interface Column {
  readonly name: string
  readonly type: string
  readonly isKey: boolean
  /** Whether PostgreSQL alone decides its value. */
  readonly isGenerated: boolean
}

export interface Filter {
  readonly column: string
  readonly operator: keyof typeof OPERATORS
  readonly value: string
}

export interface Sort {
  readonly column: string
  readonly isDescending: boolean
}

export const OPERATORS = {
  is: '=',
  'is not': '<>',
  over: '>',
  under: '<',
  contains: 'ilike',
  'is null': 'is null',
} as const

export const PAGE_ROWS = 50

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
const whole = (schema: string, name: string) => `${quoted(schema)}.${quoted(name)}`
/** Every value goes out as text, which PostgreSQL reads. */
const value = (at: number, type: string) => `$${at}::text::${type}`

export async function listTables(): Promise<TableName[]> {
  const { rows } = await runSql(`
    select n.nspname, c.relname, coalesce(s.n_live_tup, 0)
    from pg_class c join pg_namespace n on n.oid = c.relnamespace left join pg_stat_user_tables s on s.relid = c.oid
    where c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition
      and n.nspname !~ '^pg_' and n.nspname <> 'information_schema' and has_table_privilege(c.oid, 'select')
    order by n.nspname <> 'public', 1, 2`)
  return rows.map(([schema, name, count]) => ({ schema: schema ?? '', name: name ?? '', rows: Number(count) }))
}

export async function listColumns(schema: string, table: string): Promise<Column[]> {
  const { rows } = await runSql(
    `select a.attname, format_type(a.atttypid, a.atttypmod), coalesce(a.attnum = any(i.indkey), false)::int,
      (a.attgenerated <> '' or a.attidentity = 'a')::int
    from pg_attribute a left join pg_index i on i.indrelid = a.attrelid and i.indisprimary
    where a.attrelid = format('%I.%I', $1::text, $2::text)::regclass and a.attnum > 0 and not a.attisdropped
    order by a.attnum`,
    [schema, table],
  )
  return rows.map(([name, type, isKey, isGenerated]) => ({
    name: name ?? '',
    type: type ?? '',
    isKey: isKey === '1',
    isGenerated: isGenerated === '1',
  }))
}

export interface Part {
  readonly columns: readonly Column[]
  readonly answer: SqlAnswer
  readonly count: number
}

/** A page of a table's rows, sorted by its key unless said otherwise. */
export async function readRows(
  [schema, table]: readonly [string, string],
  { filters, sort, offset }: { filters: readonly Filter[]; sort: Sort | null; offset: number },
): Promise<Part> {
  const columns = await listColumns(schema, table)
  const values: string[] = []
  const conditions = filters.map((filter) => {
    const { column, operator } = filter
    if (operator === 'is null') return `${quoted(column)} is null`
    values.push(operator === 'contains' ? `%${filter.value}%` : filter.value)
    if (operator === 'contains') return `${quoted(column)}::text ilike $${values.length}`
    const type = columns.find(({ name }) => name === column)?.type ?? 'text'
    return `${quoted(column)} ${OPERATORS[operator]} ${value(values.length, type)}`
  })
  const from = `from ${whole(schema, table)}${conditions.length > 0 ? ` where ${conditions.join(' and ')}` : ''}`
  const keys = columns.filter(({ isKey }) => isKey).map(({ name }) => quoted(name))
  const order = sort ? [`${quoted(sort.column)} ${sort.isDescending ? 'desc nulls last' : 'asc'}`, ...keys] : keys
  const page = `select * ${from}${order.length > 0 ? ` order by ${order.join(', ')}` : ''} limit ${PAGE_ROWS} offset ${offset}`
  const [answer, count] = await Promise.all([runSql(page, values), runSql(`select count(*) ${from}`, values)])
  return { columns, answer, count: Number(count.rows[0]?.[0] ?? 0) }
}

/** The row by its key, with placeholders from `from`. */
function byKey(columns: readonly Column[], row: Row, from: number) {
  const keys = columns.flatMap((column, index) => (column.isKey ? [{ ...column, value: row[index] ?? null }] : []))
  if (keys.length === 0) throw new Error('A table without a primary key cannot be edited here.')
  return {
    condition: keys.map(({ name, type }, index) => `${quoted(name)} = ${value(from + index, type)}`).join(' and '),
    values: keys.map((key) => key.value),
  }
}

export async function updateRow(
  [schema, table]: readonly [string, string],
  columns: readonly Column[],
  row: Row,
  changes: ReadonlyMap<Column, string | null>,
): Promise<void> {
  const { condition, values } = byKey(columns, row, changes.size + 1)
  const set = [...changes.keys()].map(({ name, type }, index) => `${quoted(name)} = ${value(index + 1, type)}`)
  await change(`update ${whole(schema, table)} set ${set.join(', ')} where ${condition}`, [
    ...changes.values(),
    ...values,
  ])
}

export async function insertRow(
  [schema, table]: readonly [string, string],
  given: ReadonlyMap<Column, string | null>,
): Promise<void> {
  const names = [...given.keys()].map(({ name }) => quoted(name))
  const places = [...given.keys()].map(({ type }, index) => value(index + 1, type))
  const what = names.length === 0 ? 'default values' : `(${names.join(', ')}) values (${places.join(', ')})`
  await change(`insert into ${whole(schema, table)} ${what}`, [...given.values()])
}

export async function deleteRows(
  [schema, table]: readonly [string, string],
  columns: readonly Column[],
  rows: readonly Row[],
): Promise<void> {
  for (const row of rows) {
    const { condition, values } = byKey(columns, row, 1)
    await change(`delete from ${whole(schema, table)} where ${condition}`, values)
  }
}

export interface Policies {
  readonly isOn: boolean
  readonly list: readonly { name: string; command: string; roles: string; using: string | null; check: string | null }[]
}

export async function readPolicies([schema, table]: readonly [string, string]): Promise<Policies> {
  const [security, policies] = await Promise.all([
    runSql('select relrowsecurity::int from pg_class where oid = format($1::text, $2::text, $3::text)::regclass', [
      '%I.%I',
      schema,
      table,
    ]),
    runSql(
      `select policyname, lower(cmd), array_to_string(roles, ', '), qual, with_check from pg_policies
      where schemaname = $1::text and tablename = $2::text order by 1`,
      [schema, table],
    ),
  ])
  return {
    isOn: security.rows[0]?.[0] === '1',
    list: policies.rows.map(([name, command, roles, using = null, check = null]) => ({
      name: name ?? '',
      command: command ?? '',
      roles: roles ?? '',
      using,
      check,
    })),
  }
}

export const turnOnSecurity = ([schema, table]: readonly [string, string]) =>
  change(`alter table ${whole(schema, table)} enable row level security`)
