import { expect, test } from 'vitest'
import { requireSame } from './wrk.ts'

const ADDRESS = 'http://127.0.0.1:1/ad'
const FINE = { requests: 1000, bytes: 1_000_000, broken: 0, refused: 0 }

function check(result: Partial<typeof FINE>): () => void {
  return () => requireSame(ADDRESS, { ...FINE, ...result }, 1000, 16)
}

test('accepts responses of the first one’s length, including those in flight at the end', () => {
  expect(check({})).not.toThrow()
  expect(check({ bytes: 1_016_000 })).not.toThrow()
})

test('rejects errors, broken connections and other responses', () => {
  expect(check({ refused: 1 })).toThrow('answered 1 times with an error')
  expect(check({ broken: 2 })).toThrow('2 connections broke')
  expect(check({ bytes: 900_000 })).toThrow('1000 times with 900000 bytes, and first with 1000')
  expect(check({ bytes: 1_100_000 })).toThrow('1000 times with 1100000 bytes')
  expect(check({ requests: 0, bytes: 0 })).toThrow('answered 0 times')
})
