import { expect, test } from 'vitest'
import { insist } from './insist.ts'

test('a sent message is recorded as soon as the database is back', async () => {
  let tries = 0
  await insist(async () => {
    tries += 1
    if (tries < 3) throw new Error('the connection was lost')
  })
  expect(tries).toBe(3)
})
