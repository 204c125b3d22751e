import { access, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SUBJECTS } from '../backend/src/config/subjects.ts'
import { loadMarketConfig, MARKET_CONFIG } from '../marketplace/config/config.ts'

const ROOT = join(import.meta.dirname, '..')
const read = (name: string) => readFile(join(ROOT, name), 'utf8')

/** Only used by compose.yaml. */
const OF_COMPOSE = ['PUBLISH', 'POSTGRES_PASSWORD', 'SEAWEEDFS_TAG']

async function example(): Promise<Record<string, string>> {
  const lines = (await read('.env.example')).split('\n').filter((line) => /^[A-Z]/.test(line))
  return Object.fromEntries(lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]))
}

test('the example .env has every variable of compose.yaml', async () => {
  const asked = [...(await read('compose.yaml')).matchAll(/\$\{([A-Z0-9_]+)[:}]/g)].map(([, name]) => name)
  expect(asked.length).toBeGreaterThan(4)
  const given = Object.keys(await example())
  expect(asked.filter((name) => name !== 'SEAWEEDFS_TAG' && !given.includes(name ?? ''))).toEqual([])
})

test('the server accepts the example with its secrets filled in, and reads every variable in it', async () => {
  const environment = { ...(await example()), S3_ENDPOINT: 'http://store:8333', S3_SECRET_ACCESS_KEY: 'filled-in' }
  expect(loadMarketConfig(environment).s3?.bucket).toBe('souk')
  const known = [
    ...Object.values(SUBJECTS).flatMap((variables) => Object.keys(variables)),
    ...Object.keys(MARKET_CONFIG.variables),
  ]
  const unknown = Object.keys(environment).filter((name) => !OF_COMPOSE.includes(name) && !known.includes(name))
  expect(unknown).toEqual([])
})

test('the image copies existing files, including the folders that the server reads', async () => {
  const copied = [...(await read('Dockerfile')).matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, from = '']) =>
    from.split(' '),
  )
  expect(copied).toEqual(
    expect.arrayContaining([
      'backend/package.json',
      'backend/src',
      'backend/migrations',
      'backend/schemas',
      'backend/vendor',
      'marketplace',
      'package-lock.json',
    ]),
  )
  await Promise.all(copied.map((path) => access(join(ROOT, path))))
})
