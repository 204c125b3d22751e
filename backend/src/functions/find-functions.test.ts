import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { StartupError } from '../startup-error.ts'
import { functionsIn } from './find-functions.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'find-functions-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

async function drop(path: string): Promise<void> {
  await mkdir(join(folder, path, '..'), { recursive: true })
  await writeFile(join(folder, path), 'throw new Error("loaded")')
}

test('a folder with a handler is a function, and its module is not loaded', async () => {
  await drop('greet/handler.ts')
  await drop('built/handler.js')
  await drop('_shared/words.ts')
  await drop('README.md')
  expect(functionsIn(folder, { greet: { timeoutMs: 5 } })).toEqual({
    greet: { module: pathToFileURL(join(folder, 'greet/handler.ts')), timeoutMs: 5 },
    built: { module: pathToFileURL(join(folder, 'built/handler.js')) },
  })
})

test('a folder without a handler, and settings without a folder, fail the start', async () => {
  await drop('greet/handler.ts')
  expect(() => functionsIn(folder, { great: { timeoutMs: 5 } })).toThrow(
    new StartupError('There are settings for the function great, but no such folder.'),
  )
  await drop('half/notes.md')
  expect(() => functionsIn(folder)).toThrow(new StartupError('The function half has no handler.ts in its folder.'))
})
