import { join } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'

/** The pages that work without a connection. Others do once they have been opened. */
const KEPT_PAGES = ['HomePage', 'BrowsePage', 'ListingPage', 'MessagesPage', 'DashboardPage', 'PostPage', 'HelpPage']

/** Builds src/worker/sw.ts beside the app, with the list of the files that it keeps from the start. */
export function serviceWorker(): Plugin {
  let kept: string[] = []
  let outDir = ''
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved(config) {
      outDir = config.build.outDir
    },
    generateBundle: {
      // After vite has left out an entry in which only imports stand: one file that is missing, and nothing is installed.
      order: 'post',
      handler(_options, bundle) {
        kept = filesToKeep(Object.values(bundle))
      },
    },
    async closeBundle() {
      await build({
        configFile: false,
        root: import.meta.dirname,
        publicDir: false,
        logLevel: 'warn',
        // Their names hold a hash of their content, so that no other revision is needed.
        define: {
          __PRECACHED__: JSON.stringify(kept.map((file) => ({ url: `/${file}`, revision: null }))),
          'process.env.NODE_ENV': '"production"',
        },
        build: {
          outDir,
          emptyOutDir: false,
          target: 'es2022',
          rolldownOptions: {
            input: join(import.meta.dirname, 'src/worker/sw.ts'),
            output: { format: 'iife', entryFileNames: 'sw.js' },
          },
        },
      })
    },
  }
}

/** The entry and the kept pages with everything that they import, the styles, and the Latin cuts of the faces. */
function filesToKeep(files: readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[]): string[] {
  const chunks = new Map(files.flatMap((file) => (file.type === 'chunk' ? [[file.fileName, file] as const] : [])))
  const found = new Set<string>()
  const add = (name: string) => {
    const chunk = chunks.get(name)
    if (!chunk || found.has(name)) return
    found.add(name)
    chunk.imports.forEach(add)
  }
  for (const { fileName, facadeModuleId, isEntry } of chunks.values()) {
    const isKept = KEPT_PAGES.some((page) => facadeModuleId?.endsWith(`/pages/${page}.tsx`))
    if (isEntry || isKept || facadeModuleId?.endsWith('/src/start.tsx')) add(fileName)
  }
  const assets = files.flatMap(({ fileName }) =>
    /\.css$|-latin-wght-normal-.*\.woff2$/.test(fileName) ? [fileName] : [],
  )
  return [...found, ...assets]
}
