import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { keepPreviousBuild } from './keep-previous-build.ts'

/**
 * Builds the web app into marketplace/web/dist unless it is up to date with the sources. The new build is made beside the old one and
 * swapped in, so that a failed or killed build keeps the old one.
 */
const root = join(import.meta.dirname, '..')
const web = join(root, 'marketplace/web')
const dist = join(web, 'dist')
const stampFile = join(dist, '.built-from')
/** Brotli quality. For data in many files (the coastlines of the map) the highest level would take ten seconds and save a tenth. */
const QUALITY = { code: 11, data: 9 }

const stamp = await fingerprint()
const built = await readFile(stampFile, 'utf8').catch(() => null)
if (built === stamp && !process.argv.includes('--force')) {
  if (process.argv.includes('--verbose')) console.log('The web app is up to date.')
} else {
  console.log('Building the web app.')
  const draft = `${dist}.new`
  await rm(draft, { recursive: true, force: true })
  const { build } = await import('vite') // imported late: an up-to-date start must not wait for it
  await build({
    root: web,
    configFile: join(web, 'vite.config.ts'),
    logLevel: 'warn',
    build: { outDir: draft, emptyOutDir: true },
  })
  await build({
    root: web,
    configFile: join(web, 'vite.ssr.config.ts'),
    logLevel: 'warn',
    // Begins with a dot: used by the server but never served.
    build: { outDir: join(draft, '.ssr'), emptyOutDir: true },
  })
  const { readAllHelp } = await import('../marketplace/contract/help/read-help.ts')
  await writeFile(join(draft, '.help.json'), JSON.stringify(readAllHelp()))
  await compressAll(draft)
  await writeFile(join(draft, '.built-from'), stamp)
  await keepPreviousBuild(dist, draft)
  const old = `${dist}.old`
  await rm(old, { recursive: true, force: true })
  await rename(dist, old).catch(() => undefined) // the first build
  await rename(draft, dist)
  await rm(old, { recursive: true, force: true })
}

/** Hashes paths, sizes and times of all build inputs: fast enough for every start. */
async function fingerprint(): Promise<string> {
  const hash = createHash('sha256')
  const places = [join(web, 'src'), join(web, 'public'), join(root, 'marketplace/contract')]
  const files = (await Promise.all(places.map(filesBelow))).flat()
  for (const name of [
    'index.html',
    'vite.config.ts',
    'vite.ssr.config.ts',
    'chunks.ts',
    'land-cells.ts',
    'messages-in.ts',
    'vite-help.ts',
    'vite-messages.ts',
    'vite-service-worker.ts',
    '../lingui.config.ts',
  ])
    files.push(join(web, name))
  files.push(join(root, 'package-lock.json'))
  for (const file of files.sort()) {
    const { size, mtimeMs } = await stat(file)
    hash.update(`${relative(root, file)} ${size} ${mtimeMs}\n`)
  }
  return hash.digest('hex')
}

async function filesBelow(folder: string): Promise<string[]> {
  await mkdir(folder, { recursive: true })
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
}

/** Compresses text assets once at a high level, so that serving them costs no CPU time. */
async function compressAll(folder: string): Promise<void> {
  const files = (await filesBelow(folder)).filter(
    (file) => /\.(?:js|css|svg|json|webmanifest|map)$/.test(file) && !file.startsWith(join(folder, '.ssr')),
  )
  for (const file of files) {
    const bytes = await readFile(file)
    if (bytes.length < 512) continue
    const quality = file.endsWith('.json') ? QUALITY.data : QUALITY.code
    const [br, gz] = await Promise.all([
      promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } }),
      promisify(gzip)(bytes, { level: 9 }),
    ])
    await Promise.all([writeFile(`${file}.br`, br), writeFile(`${file}.gz`, gz)])
  }
}
