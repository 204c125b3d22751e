import { expect, test } from 'vitest'
import type { RelationRow } from './catalog.ts'
import { KeyFinder, traceViews, viewPrimaryKeys } from './view-keys.ts'

const relation = (oid: string, name: string, columns: string[]): RelationRow => ({
  oid,
  schema: 'public',
  name,
  kind: 'v',
  updatable: 0,
  primary_key: [],
  visible_to: [],
  columns: columns.map((column) => ({ name: column, type: 'text', base_type: 'text', default_expression: null })),
})

/** A rule whose output columns each show a [relation, column]. */
const rule = (...origins: [relation: string, column: number][]) => {
  const targets = origins.map(
    ([table, column], index) =>
      `{TARGETENTRY :expr {VAR :varno 1} :resno ${index + 1} :resname x :ressortgroupref 0 :resorigtbl ${table} :resorigcol ${column} :resjunk false}`,
  )
  return `({QUERY :commandType 1 :targetList (${targets.join(' ')}) :stmt_len 0})`
}

test('traces the columns of a view of a view to the table, in any order', () => {
  const lineage = traceViews([
    { oid: '20', action: rule(['10', 2], ['10', 1]) },
    { oid: '30', action: rule(['20', 2], ['0', 0]) },
  ])
  expect(lineage.get('30')).toEqual([{ number: 1, relation: '10', column: 1 }])
})

test('an unreadable rule leaves its view without origins and does not affect others', () => {
  const lineage = traceViews([
    { oid: '20', action: '{SOMETHING NEW' },
    { oid: '30', action: rule(['10', 1]) },
  ])
  expect(lineage.get('20')).toEqual([])
  expect(lineage.get('30')).toHaveLength(1)
})

test('a key counts only if all of its columns are exposed; exposed twice it counts twice, but once as a primary key', () => {
  const views = [
    { oid: '20', action: rule(['10', 1]) },
    { oid: '30', action: rule(['10', 1], ['10', 2], ['10', 2]) },
  ]
  const relations = new Map(
    [relation('20', 'half', ['a']), relation('30', 'whole', ['a', 'b', 'again'])].map((row) => [row.oid, row]),
  )
  const finder = new KeyFinder(relations, traceViews(views))
  expect(finder.shown('10', [1, 2], ['x', 'y']).map(({ columns }) => columns)).toEqual([
    ['a', 'b'],
    ['a', 'again'],
  ])
  expect(viewPrimaryKeys([{ table: '10', columns: [1, 2] }], finder)).toEqual(new Map([['30', ['a', 'b']]]))
})
