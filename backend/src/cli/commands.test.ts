import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { COMMANDS, withJson } from './commands.ts'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'commands-'))
  await mkdir(join(root, 'supabase/migrations'), { recursive: true })
  vi.spyOn(process, 'cwd').mockReturnValue(root)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await rm(root, { recursive: true })
})

test.each(Object.keys(COMMANDS))('%s knows --json', async (name) => {
  const command = await COMMANDS[name]?.()
  // Options are read from left to right.
  await expect(command?.run(['--json', '--no-such-option'])).rejects.toThrow(/^Unknown option '--no-such-option'/)
})

test.each([
  ['functions new', ['greet'], { file: 'supabase/functions/greet/index.ts' }],
  ['test new', ['todos'], { file: 'supabase/tests/todos_test.sql' }],
  ['stop', [], { stopped: false }],
  [
    'keys',
    [],
    expect.objectContaining({
      publishableKey: expect.stringMatching(/^sb_publishable_/),
      secretKey: expect.any(String),
    }),
  ],
  ['check', [], { problems: [], notices: [expect.stringContaining('api.auto_expose_new_tables')] }],
])('%s prints its result as JSON', async (name, args, result) => {
  const log = vi.spyOn(console, 'log').mockReturnValue()
  const command = await COMMANDS[name]?.()
  await command?.run(withJson([...args, '-o', 'json']))
  expect(log.mock.calls.map(([text]) => JSON.parse(String(text)) as unknown)).toEqual([result])
})
