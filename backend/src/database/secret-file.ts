import { randomBytes } from 'node:crypto'
import { chmod, link, mkdir, open, readFile, rename, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/**
 * Reads a JSON secrets file below `dataDir/secrets`, or creates it once, readable only by its owner.
 * Concurrent processes agree on one file: the first to link it wins, the others read it.
 */
export async function readOrCreateSecrets<Secrets>(
  dataDir: string,
  name: string,
  make: () => Promise<Secrets> | Secrets,
): Promise<Secrets> {
  const path = secretPath(dataDir, name)
  const folder = dirname(path)
  const present = await readSecrets<Secrets>(dataDir, name)
  if (present !== null) return present

  await mkdir(folder, { recursive: true, mode: 0o700 })
  await chmod(folder, 0o700)
  const draft = join(folder, `.${name}.${randomBytes(6).toString('hex')}`)
  await writeDurably(draft, JSON.stringify(await make(), null, 2))
  try {
    await link(draft, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await unlink(draft)
  }
  const made = await readSecrets<Secrets>(dataDir, name)
  if (made === null) throw new Error(`The file ${path} vanished while it was being made.`)
  return made
}

/** Path of a file of `readOrCreateSecrets`. */
export function secretPath(dataDir: string, name: string): string {
  return join(dataDir, 'secrets', name)
}

/** Replaces the content of a secrets file. For interactive commands only: concurrent calls could lose a change. */
export async function changeSecrets<Secrets>(
  dataDir: string,
  name: string,
  change: (secrets: Secrets) => Secrets,
): Promise<Secrets> {
  const present = await readSecrets<Secrets>(dataDir, name)
  if (present === null) throw new Error(`There is no ${secretPath(dataDir, name)} yet.`)
  const changed = change(present)
  await replaceFile(secretPath(dataDir, name), JSON.stringify(changed, null, 2))
  return changed
}

/** Replaces a file atomically: a crash leaves either the old or the new content. */
async function replaceFile(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomBytes(6).toString('hex')}`
  await writeDurably(draft, text)
  await rename(draft, path)
}

/** The content of a secrets file, or null when there is none. */
export async function readSecrets<Secrets>(dataDir: string, name: string): Promise<Secrets | null> {
  try {
    // The file is private (0600) and written atomically, so it has the shape we wrote.
    return JSON.parse(await readFile(secretPath(dataDir, name), 'utf8')) as Secrets
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600)
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}
