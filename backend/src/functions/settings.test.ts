import { expect, test } from 'vitest'
import { planFunctions } from './settings.ts'

const module = new URL('file:///functions/greet/handler.ts')

test('a function without settings has the defaults, and requires a token', () => {
  expect(planFunctions({ greet: { module } }).get('greet')).toEqual({
    name: 'greet',
    module,
    verifyJwt: true,
    timeoutMs: 150_000,
    bodyLimitBytes: 10 * 1024 * 1024,
    memoryMb: 256,
    cpuMs: 2000,
    concurrency: 16,
    oneShot: false,
    callsPerMinute: Number.POSITIVE_INFINITY,
    env: {},
  })
})

test('settings override the defaults', () => {
  const plan = planFunctions({ greet: { module, verifyJwt: false, timeoutMs: 5, env: { KEY: 'x' } } }).get('greet')
  expect(plan).toMatchObject({ verifyJwt: false, timeoutMs: 5, env: { KEY: 'x' }, cpuMs: 2000 })
})

test.each(['', '..', 'a/b', 'a b', '-a', '_shared', 'größe', 'a'.repeat(101)])('%j cannot be a name', (name) => {
  expect(() => planFunctions({ [name]: { module } })).toThrow(RangeError)
})

test.each([
  { timeoutMs: 0 },
  { memoryMb: -1 },
  { concurrency: 1.5 },
  { callsPerMinute: 0 },
  { bodyLimitBytes: Number.NaN },
])('%j cannot be a limit', (setting) => {
  expect(() => planFunctions({ greet: { module, ...setting } })).toThrow('of the function greet must be')
})

test('inherited property names find nothing', () => {
  expect(planFunctions({ greet: { module } }).get('constructor')).toBeUndefined()
})
