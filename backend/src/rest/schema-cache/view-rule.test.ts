import { expect, test } from 'vitest'
import { readViewRule } from './view-rule.ts'

/** Shortened from `pg_rewrite.ev_action` of PostgreSQL 18. */
const entry = (resno: number, more: string, expression = '{VAR :varno 1 :varattno 2 :location 7}') =>
  `{TARGETENTRY :expr ${expression} :resno ${resno} ${more} :resjunk false}`
const query = (targets: string, before = '') =>
  `({QUERY :commandType 1 :querySource 0 ${before}:jointree {FROMEXPR :fromlist ({RANGETBLREF :rtindex 1}) :quals <>} ` +
  `:targetList (${targets}) :override 0 :returningList <> :stmt_location 0 :stmt_len 90})`

test('plain columns have an origin, expressions have none', () => {
  const rule = query(
    entry(1, ':resname id :ressortgroupref 0 :resorigtbl 16385 :resorigcol 1') +
      entry(
        2,
        ':resname up :ressortgroupref 0 :resorigtbl 0 :resorigcol 0',
        '{FUNCEXPR :funcid 871 :args ({VAR :varno 1})}',
      ),
  )
  expect([...readViewRule(rule)]).toEqual([[1, { relation: '16385', column: 1 }]])
})

test('names that look like node text are read as names', () => {
  const resname = String.raw`:resname a\ \{\}\(\)\\:resorigtbl`
  const rule = query(entry(1, `${resname} :ressortgroupref 0 :resorigtbl 7 :resorigcol 3`))
  expect([...readViewRule(rule)]).toEqual([[1, { relation: '7', column: 3 }]])
  const keyAsName = query(entry(1, ':resname :resorigtbl :ressortgroupref 0 :resorigtbl 7 :resorigcol 3'))
  expect([...readViewRule(keyAsName)]).toEqual([[1, { relation: '7', column: 3 }]])
})

test('skips the target lists of common table expressions and subqueries', () => {
  const inner = query(entry(1, ':resname other :ressortgroupref 0 :resorigtbl 99 :resorigcol 9')).slice(1, -1)
  const rule = query(
    entry(1, ':resname id :ressortgroupref 0 :resorigtbl 5 :resorigcol 2'),
    `:cteList ({COMMONTABLEEXPR :ctename c :ctequery ${inner}}) :const {CONST :constvalue 4 [ 1 0 0 0 ]} `,
  )
  expect([...readViewRule(rule)]).toEqual([[1, { relation: '5', column: 2 }]])
})

test('omits system columns and columns used only for sorting', () => {
  const rule = query(
    `${entry(1, ':resname ctid :ressortgroupref 0 :resorigtbl 5 :resorigcol -1')}{TARGETENTRY :expr {VAR :varno 1} :resno 2 :resname <> :ressortgroupref 1 :resorigtbl 5 :resorigcol 3 :resjunk true}`,
  )
  expect(readViewRule(rule).size).toBe(0)
})
