import { expect, test } from 'vitest'
import { seeded } from '../../scripts/seeded.ts'
import { simulate } from './simulate.ts'

/** Erlang's formula for M/M/c: mean waiting time in mean service times. */
function erlangWait(cores: number, utilisation: number): number {
  const offered = cores * utilisation
  let blocked = 1
  for (let core = 1; core <= cores; core++) blocked = (offered * blocked) / (core + offered * blocked)
  const waiting = blocked / (1 - utilisation * (1 - blocked))
  return waiting / (cores * (1 - utilisation))
}

test.each([
  [1, 0.6],
  [2, 0.6],
  [8, 0.8],
])('%d cores at %d wait as Erlang’s formula says', (cores, utilisation) => {
  const station = { name: 'database', cores, queues: 1 }
  const kind = { perSecond: cores * utilisation * 100, milliseconds: [10] }
  const { waits, utilisation: busy } = simulate([station], [kind], 500, seeded(7))
  expect(busy[0]).toBeCloseTo(utilisation, 1)
  const wait = (waits[0]?.mean ?? Number.NaN) / 10 / erlangWait(cores, utilisation)
  expect(wait).toBeGreaterThan(0.93)
  expect(wait).toBeLessThan(1.07)
})

test('separate queues wait longer than one for the same cores', () => {
  const kind = { perSecond: 480, milliseconds: [10] }
  const wait = (queues: number) =>
    simulate([{ name: 'servers', cores: 8, queues }], [kind], 100, seeded(7)).waits[0]?.mean ?? Number.NaN
  expect(wait(8)).toBeGreaterThan(5 * wait(1))
})
