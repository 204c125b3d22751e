import { expect, test } from 'vitest'
import { takeTurns } from './turns.ts'

test('so many work at a time, everybody comes to it in order, and a failure frees a place', async () => {
  const inTurn = takeTurns(2)
  const begun: number[] = []
  let working = 0
  let most = 0
  const outcomes = await Promise.allSettled(
    Array.from({ length: 20 }, (_, n) =>
      inTurn(async () => {
        begun.push(n)
        working += 1
        most = Math.max(most, working)
        await new Promise((resolve) => setImmediate(resolve))
        working -= 1
        if (n % 3 === 0) throw new Error('one of many')
        return n
      }),
    ),
  )
  expect(most).toBe(2)
  expect(begun).toEqual(Array.from({ length: 20 }, (_, n) => n))
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(13)
  expect(await inTurn(async () => 'later')).toBe('later')
})
