import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'

const SOURCES = join(import.meta.dirname, '../../console')
/** The built page. */
export const PAGE = join(SOURCES, 'dist')

/**
 * Null where the page is built, as in the package. In a clone of the repository, a function that builds it at its first call.
 * @returns that function answers with what went wrong, or null
 */
export async function preparePage(): Promise<(() => Promise<string | null>) | null> {
  if (isBuilt()) return null
  await mkdir(PAGE, { recursive: true })
  let building: Promise<string | null> | null = null
  return async () => {
    if (isBuilt() && building === null) return null
    building ??= build()
    const problem = await building
    if (problem !== null) building = null
    return problem
  }
}

/** Vite's command, whose path the package doesn't export. */
const VITE = join(SOURCES, '../../node_modules/vite/bin/vite.js')

const isBuilt = () => existsSync(join(PAGE, 'index.html'))

/** In a process of its own: a build sets production mode for its whole process, and keeps its memory. */
async function build(): Promise<string | null> {
  const command = [VITE, 'build', '--config', join(SOURCES, 'vite.config.ts'), '--logLevel', 'warn']
  const child = spawn(process.execPath, [...command, SOURCES], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', (chunk) => {
    said += String(chunk)
  })
  const [code] = (await once(child, 'close')) as [number | null]
  return code === 0 ? null : `The console could not be built (npm run build:console):\n\n${said}`
}
