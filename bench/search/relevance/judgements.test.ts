import { expect, test } from 'vitest'
import { meanQuality, qualityOf } from './judgements.ts'

const query = {
  id: 'q',
  text: 'chair',
  grades: new Map([
    ['a', 3],
    ['b', 2],
    ['c', 0],
  ]),
}

test('the ideal order scores 1, and a worse one less', () => {
  expect(qualityOf(query, ['a', 'b'], 10)).toEqual({ ndcg: 1, ndcgJudged: 1, reciprocalRank: 1, recall: 1 })
  const worse = qualityOf(query, ['c', 'b', 'a'], 10)
  expect(worse.ndcg).toBeCloseTo((3 / Math.log2(3) + 7 / 2) / (7 + 3 / Math.log2(3)))
  expect(worse.reciprocalRank).toBe(0.5)
})

test('unjudged products lower one measure and not the other', () => {
  const quality = qualityOf(query, ['x', 'y', 'a', 'b'], 10)

  expect(quality.ndcg).toBeLessThan(0.6)
  expect(quality.ndcgJudged).toBe(1)
})

test('results below the cutoff count for recall only', () => {
  expect(qualityOf(query, ['x', 'a', 'b'], 1)).toEqual({ ndcg: 0, ndcgJudged: 1, reciprocalRank: 0, recall: 1 })
  expect(qualityOf(query, [], 10)).toEqual({ ndcg: 0, ndcgJudged: 0, reciprocalRank: 0, recall: 0 })
})

test('the mean is taken per measure', () => {
  const one = { ndcg: 1, ndcgJudged: 0.5, reciprocalRank: 1, recall: 0 }
  const other = { ndcg: 0, ndcgJudged: 0.5, reciprocalRank: 0.5, recall: 1 }
  expect(meanQuality([one, other])).toEqual({ ndcg: 0.5, ndcgJudged: 0.5, reciprocalRank: 0.75, recall: 0.5 })
})
