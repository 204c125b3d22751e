import { expect, test } from 'vitest'
import { type EverydaySearch, judge, summary } from './everyday.ts'

const chair: EverydaySearch = {
  lang: 'en',
  kind: 'noun',
  query: 'chair',
  exists: true,
  grades: new Map([
    ['a', 3],
    ['b', 2],
    ['c', 1],
  ]),
}
const absent: EverydaySearch = { ...chair, query: 'fridge', exists: false, grades: new Map([['c', 1]]) }

test('a short list of only good ads scores 1', () => {
  expect(judge(chair, ['a', 'b'])).toMatchObject({ ndcg: 1, success: true, empty: null, wrongAmongFirst: false })
  const worse = judge(chair, ['c', 'x', 'a'])
  expect(worse).toMatchObject({ success: false, wrongAmongFirst: true })
  expect(worse.ndcg).toBeCloseTo(7 / 2 / (7 + 3 / Math.log2(3)))
})

test('a search for a missing item should find nothing', () => {
  expect(judge(absent, [])).toMatchObject({ ndcg: null, success: null, empty: true, wrongAmongFirst: false })
  expect(judge(absent, ['c'])).toMatchObject({ empty: false, wrongAmongFirst: false })
})

test('each mean covers only the searches that it applies to', () => {
  const judged = [judge(chair, ['a', 'b']), judge(chair, []), judge(absent, ['x'])]
  expect(summary(judged)).toEqual({ searches: 3, ndcg: 0.5, success: 0.5, empty: 0, wrong: 1 / 3 })
  expect(summary([])).toEqual({ searches: 0, ndcg: null, success: null, empty: null, wrong: null })
})
