import { expect, test } from 'vitest'
import { undatedArticles } from './date-help.ts'

test('no help article changes without a new date', async () => {
  expect(await undatedArticles(), 'run node scripts/date-help.ts').toEqual([])
})
