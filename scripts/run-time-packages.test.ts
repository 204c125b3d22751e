import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

interface Locked {
  readonly dev?: boolean
  readonly devOptional?: boolean
}

test('a server is installed without the compiler and with one Redis client, and text recognition is an optional peer of the backend', async () => {
  const root = join(import.meta.dirname, '..')
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, Locked>>
  }
  expect(packages['node_modules/typescript']?.dev).toBe(true)
  expect(Object.keys(packages).filter((name) => name.endsWith('/@redis/client'))).toEqual([
    'node_modules/@redis/client',
  ])
  expect(packages['node_modules/tesseract.js']?.devOptional).toBe(true)
})
