import { expect, test } from 'vitest'
import { undatedArticles } from './date-help.ts'

test('every changed help article has a new date', async () => {
  expect(await undatedArticles(), 'run node scripts/date-help.ts').toEqual([])
})
