import { PassThrough } from 'node:stream'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import { LOG_MARK } from '../messages.ts'
import { readLog } from './read-log.ts'

interface Line {
  readonly level: number
  readonly msg: string
  readonly function: string
  readonly fields?: Record<string, unknown>
}

/** The log entries when a function prints `pieces`. */
async function logged(...pieces: string[]): Promise<Line[]> {
  const lines: Line[] = []
  const log = pino({ base: null, level: 'debug' }, { write: (line) => lines.push(JSON.parse(line)) })
  const output = new PassThrough()
  readLog(output, log.child({ function: 'greet' }), 'info')
  for (const piece of pieces) output.write(piece)
  output.end()
  await new Promise((resolve) => output.once('end', resolve))
  return lines
}

test('splits lines, however they arrive', async () => {
  const lines = await logged('one\ntw', 'o\n\nthree')
  expect(lines.map(({ msg }) => msg)).toEqual(['one', 'two', 'three'])
  expect(lines[0]).toMatchObject({ level: 30, function: 'greet' })
})

test('the context log keeps its level and fields, which cannot overwrite ours', async () => {
  const entry = { level: 'warn', message: 'sold out', fields: { function: 'other', level: 'fatal', id: 7 } }
  expect(await logged(`${LOG_MARK}${JSON.stringify(entry)}\n`)).toEqual([
    { level: 40, time: expect.any(Number), function: 'greet', fields: entry.fields, msg: 'sold out' },
  ])
})

test.each([`${LOG_MARK}{"level":"warn"`, `${LOG_MARK}{"level":"child","message":"x"}`, `${LOG_MARK}null`])(
  'a malformed log line is printed unchanged: %j',
  async (text) => {
    expect(await logged(`${text}\n`)).toMatchObject([{ level: 30, msg: text }])
  },
)

test('a line without an end is cut, and never buffered whole', async () => {
  const lines = await logged('x'.repeat(20_000), 'y'.repeat(20_000))
  expect(lines.every(({ msg }) => msg.length <= 8192)).toBe(true)
})

test('a function that prints too much is slowed down', async () => {
  const output = new PassThrough()
  readLog(output, pino({ level: 'silent' }), 'info')
  for (let index = 0; index < 40; index += 1) output.write('x'.repeat(10_000))
  await expect.poll(() => output.isPaused()).toBe(true)
  output.destroy()
})
