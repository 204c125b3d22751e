import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FunctionError } from '../errors.ts'
import type { FunctionSettings } from '../function.ts'
import { type FunctionPlan, planFunctions } from '../settings.ts'
import { FunctionPool, type Lease, MOST_OF_ONE_FUNCTION } from './pool.ts'

const NEVER = new AbortController().signal
const nowhere = {
  publicUrl: 'http://localhost',
  localUrl: 'http://localhost',
  publishableKey: '',
  secretKey: '',
  onBehalfKey: '',
}

let folder = ''
let pool: FunctionPool
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pool-'))
  pool = new FunctionPool(() => nowhere, join(folder, 'cache'), pino({ level: 'silent' }))
})
afterEach(async () => {
  await pool.close(0)
  await rm(folder, { recursive: true, force: true })
}, 60_000)

/** Plans a function with the given file. */
async function planOf(
  name: string,
  settings: FunctionSettings = {},
  code = 'export const handle = () => new Response()',
) {
  const path = join(folder, `${name}.mjs`)
  await writeFile(path, code)
  return planFunctions({ [name]: { ...settings, module: pathToFileURL(path) } }).get(name) as FunctionPlan // added just above
}

test('calls share one warm process up to the concurrency of its function', { timeout: 60_000 }, async () => {
  const plan = await planOf('greet', { concurrency: 2 })
  const first = await pool.acquire(plan, NEVER)
  const second = await pool.acquire(plan, NEVER)
  expect(second.process).toBe(first.process)
  const third = await pool.acquire(plan, NEVER)
  expect(third.process).not.toBe(first.process)
  for (const lease of [first, second, third]) lease.release()
  expect((await pool.acquire(plan, NEVER)).process.isRetired).toBe(false)
})

test('functions share no process', { timeout: 60_000 }, async () => {
  const [greet, count] = [await planOf('greet'), await planOf('count')]
  const leases = await Promise.all([pool.acquire(greet, NEVER), pool.acquire(count, NEVER)])
  expect(leases[0].process).not.toBe(leases[1].process)
})

test('a call without a free slot waits for one, or until it is aborted', { timeout: 60_000 }, async () => {
  const plan = await planOf('greet', { concurrency: 1 })
  const leases = await Promise.all(Array.from({ length: MOST_OF_ONE_FUNCTION }, () => pool.acquire(plan, NEVER)))
  const controller = new AbortController()
  const impatient = pool.acquire(plan, controller.signal)
  controller.abort(new FunctionError('aborted'))
  await expect(impatient).rejects.toMatchObject({ kind: 'aborted' })

  let placed: Lease | null = null
  const patient = pool.acquire(plan, NEVER).then((lease) => {
    placed = lease
  })
  await wait(120)
  expect(placed).toBeNull()
  leases[0]?.release()
  await patient
  expect(placed).toMatchObject({ process: leases[0]?.process })
})

test('a retired process keeps its calls and gets no more', { timeout: 60_000 }, async () => {
  const plan = await planOf('greet')
  const old = await pool.acquire(plan, NEVER)
  old.process.retire()
  const next = await pool.acquire(plan, NEVER)
  expect(next.process).not.toBe(old.process)
  expect(old.process.calls).toBe(1)
  old.release()
  await old.process.ended
})

test('a module that cannot be loaded gets an error every time', { timeout: 60_000 }, async () => {
  const plan = await planOf('broken', {}, 'throw new Error("no key")')
  await expect(pool.acquire(plan, NEVER)).rejects.toMatchObject({ kind: 'cannot_boot' })
  await expect(pool.acquire(plan, NEVER)).rejects.toMatchObject({ kind: 'cannot_boot' })
})

test('closing waits for calls, ends every process, and refuses new calls', { timeout: 60_000 }, async () => {
  const plan = await planOf('greet')
  const lease = await pool.acquire(plan, NEVER)
  let isClosed = false
  const closing = pool.close(60_000).then(() => {
    isClosed = true
  })
  await expect(pool.acquire(plan, NEVER)).rejects.toMatchObject({ kind: 'overloaded' })
  await wait(120)
  expect(isClosed).toBe(false)
  lease.release()
  await closing
  await lease.process.ended
})
