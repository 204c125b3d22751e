import { link, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'

/** Folders whose files have a hash in their name: all but the entry of `.ssr`. */
const HASHED = ['assets', '.ssr']
const LIST = '.own-files'

/**
 * Links the files of the previous build that the new one lacks into it, for servers and open tabs that loaded the previous one. Files of
 * older builds are left behind.
 */
export async function keepPreviousBuild(previous: string, next: string): Promise<void> {
  const own = (await Promise.all(HASHED.map((folder) => filesOf(next, folder)))).flat()
  await writeFile(join(next, LIST), own.join('\n'))
  const known = new Set(own)
  const list = await readFile(join(previous, LIST), 'utf8').catch(() => '')
  for (const name of list.split('\n')) {
    if (!name || known.has(name)) continue
    await mkdir(dirname(join(next, name)), { recursive: true })
    await link(join(previous, name), join(next, name))
  }
}

async function filesOf(build: string, folder: string): Promise<string[]> {
  const entries = await readdir(join(build, folder), { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map((entry) => relative(build, join(entry.parentPath, entry.name)))
}
