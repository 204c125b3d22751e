import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { pino } from 'pino'
import { loadConfig } from 'souk-backend'
import { type EmbeddedPostgres, startDatabase, startEmbeddedPostgres } from 'souk-backend/testing'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const shopTypes = join(import.meta.dirname, 'fixture/shop.types.ts')
const silent = pino({ level: 'silent' })

let folder: string
let server: EmbeddedPostgres
let url: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souk-generator-'))
  server = await startEmbeddedPostgres(folder, silent)
  const { host, port, user, password, database } = server.connection // a folder when sockets are used
  url = `postgres://${user}:${encodeURIComponent(password)}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
  const running = await startDatabase(loadConfig({ DATABASE_URL: url, DATA_DIR: folder, DEMO: '0' }), silent, [
    { owner: 'backend', directory: join(root, 'backend/migrations') },
    { owner: 'shop', directory: join(import.meta.dirname, 'fixture/migrations') },
  ])
  await running.stop()
}, 60_000)

afterAll(async () => {
  await server?.stop()
  await rm(folder, { recursive: true, force: true })
})

function generate(...args: string[]): Promise<{ status: number | null; stderr: string }> {
  return new Promise((resolve) => {
    const command = [join(root, 'scripts/generate-types.ts'), ...args]
    const child = execFile(process.execPath, command, { env: { DATABASE_URL: url } }, (_error, _stdout, stderr) => {
      resolve({ status: child.exitCode, stderr })
    })
  })
}

test('the database at DATABASE_URL gives the types beside this test', async () => {
  expect(await generate('--database', '--check', '--out', shopTypes)).toEqual({ status: 0, stderr: '' })
}, 120_000)

test('--check fails for a stale file and leaves it unchanged, and without it the file is updated', async () => {
  const out = join(folder, 'stale.types.ts')
  await writeFile(out, 'export type Database = never\n')
  const checked = await generate('--database', '--check', '--out', out)
  expect(checked.status).toBe(1)
  expect(checked.stderr).toContain('stale.types.ts is stale')
  expect(await readFile(out, 'utf8')).toBe('export type Database = never\n')

  expect((await generate('--database', '--out', out)).status).toBe(0)
  expect(await readFile(out, 'utf8')).toBe(await readFile(shopTypes, 'utf8'))
}, 120_000)

test('omits what a role may not access, unless that role is requested', async () => {
  const out = join(folder, 'operator.types.ts')
  expect(await readFile(shopTypes, 'utf8')).not.toMatch(/maker_secrets|for_operators_only/)
  expect((await generate('--database', '--roles', 'service_role', '--out', out)).status).toBe(0)
  expect(await readFile(out, 'utf8')).toMatch(/maker_secrets[\s\S]*for_operators_only/)
}, 120_000)

test('souk-backend gen types typescript prints the same, with Supabase’s options', async () => {
  const cli = join(root, 'backend/src/cli.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [
    cli,
    'gen',
    'types',
    'typescript',
    '--db-url',
    url,
    '--schema',
    'public',
  ])
  expect(stdout).toBe(await readFile(shopTypes, 'utf8'))
  const wrong = promisify(execFile)(process.execPath, [cli, 'gen', 'types', 'typescript'], { env: {} })
  await expect(wrong).rejects.toMatchObject({ code: 1, stderr: expect.stringContaining('There is no database') })
}, 120_000)
