import { expect, test } from 'vitest'
import { readReplayRequest } from './replay.ts'

const asked = (replay: unknown, isPrivate = true) => readReplayRequest({ replay, isPrivate }, 25)

test('a replay has a start time and at most the allowed number of messages', () => {
  expect(asked(null)).toEqual({ ok: true, replay: null })
  expect(asked({ since: 1000 })).toEqual({ ok: true, replay: { since: 1000, limit: 25 } })
  expect(asked({ since: 1000, limit: 5 })).toEqual({ ok: true, replay: { since: 1000, limit: 5 } })
  expect(asked({ since: 1000, limit: 500 })).toEqual({ ok: true, replay: { since: 1000, limit: 25 } })
})

test.each([[{}], [{ since: 'yesterday' }], [{ since: 1, limit: 0 }], [{ since: 1, limit: '5' }], [true]])(
  'a replay with %j is refused',
  (replay) => {
    expect(asked(replay)).toEqual({ ok: false, reason: 'UnableToReplayMessages: Replay params are not valid' })
  },
)

test('public channels have no replay', () => {
  expect(asked({ since: 1000 }, false)).toEqual({
    ok: false,
    reason: 'UnableToReplayMessages: Replay is not allowed for public channels',
  })
})
