import { expect, test } from 'vitest'
import { createMemoryStore } from '../../rate-limits/memory-store.ts'
import { createGuessDelay } from './guess-delay.ts'

let now = 0
const fresh = (isOn = true) =>
  createGuessDelay(
    { rates: isOn ? {} : null },
    createMemoryStore(() => now),
  )

async function failing(delay: ReturnType<typeof fresh>, times: number) {
  for (let n = 0; n < times; n += 1) await delay.failed('anna')
}

test('guessing at one account is delayed more and more, and never locks it', async () => {
  const delay = fresh()
  await failing(delay, 9)
  await delay.requirePatience('anna')
  await delay.failed('anna')
  await expect(delay.requirePatience('anna')).rejects.toMatchObject({ headers: { 'retry-after': '1' } })
  await delay.requirePatience('ben')
  now += 1000
  await delay.requirePatience('anna')

  await failing(delay, 20)
  now += 29_000
  await expect(delay.requirePatience('anna')).rejects.toThrow('Request rate limit reached')
  now += 1000
  await delay.requirePatience('anna')
})

test('the right password, or 15 minutes without a guess, resets the delay', async () => {
  const delay = fresh()
  await failing(delay, 12)
  await delay.succeeded('anna')
  await delay.requirePatience('anna')

  await failing(delay, 9)
  now += 16 * 60_000
  await delay.failed('anna')
  await delay.requirePatience('anna')
})

test('the delay is disabled together with the other limits', async () => {
  const delay = fresh(false)
  await failing(delay, 50)
  await delay.requirePatience('anna')
})
