import { expect, test } from 'vitest'
import { parseSentinelUrl } from './open-redis.ts'

test('reads the addresses of the Sentinels and the name of the primary', () => {
  expect(parseSentinelUrl('redis-sentinel://:a%40b@10.0.0.1:26380,redis.example/2#souk')).toEqual({
    nodes: [
      { host: '10.0.0.1', port: 26380 },
      { host: 'redis.example', port: 26379 },
    ],
    name: 'souk',
    database: 2,
    password: 'a@b',
  })
})

test('leaves addresses of a single server to the client', () => {
  expect(parseSentinelUrl('redis://:secret@10.0.0.1:6379/1')).toBeNull()
})
