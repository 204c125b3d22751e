import { spawnSync } from 'node:child_process'
import { cp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * What `npm pack` and `npm publish` run before and after: in the repository the package's names lead to TypeScript, which
 * Node runs as it is; below node_modules it does not, so the package holds JavaScript and declarations.
 */
const folder = import.meta.dirname
const manifest = join(folder, 'package.json')
const kept = join(folder, 'dist/package.source.json')
/** The one file beside the code that the code reads. */
const passwords = 'auth/passwords/common-passwords.txt'

if (process.argv[2] === 'before') await before()
else await rename(kept, manifest)

async function before(): Promise<void> {
  const dist = join(folder, 'dist')
  await rm(dist, { recursive: true, force: true })
  const { status } = spawnSync('tsc', ['-p', join(folder, 'tsconfig.build.json')], { stdio: 'inherit' })
  if (status !== 0) process.exit(1)
  const { build } = await import('vite')
  await build({ configFile: join(folder, 'console/vite.config.ts'), logLevel: 'warn' })
  await cp(join(folder, 'src', passwords), join(dist, passwords))
  const source = await readFile(manifest, 'utf8')
  await writeFile(kept, source)
  const {
    exports: names,
    bin,
    types,
    ...rest
  } = JSON.parse(source) as {
    exports: Record<string, string | { readonly types: string; readonly default: string }>
    bin: Record<string, string>
    types: string
  }
  const built = (path: string, extension: string) => path.replace('./src/', './dist/').replace(/\.ts$/, extension)
  const packed = {
    ...rest,
    types: built(types, '.d.ts'),
    exports: Object.fromEntries(
      Object.entries(names).map(([name, path]) => [
        name,
        typeof path === 'string' ? { types: built(path, '.d.ts'), default: built(path, '.js') } : path,
      ]),
    ),
    bin: Object.fromEntries(Object.entries(bin).map(([name, path]) => [name, built(path, '.js')])),
  }
  await writeFile(manifest, `${JSON.stringify(packed, null, 2)}\n`)
}
