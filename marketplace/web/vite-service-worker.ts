import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin, type Rolldown } from 'vite'
import { LANGUAGES } from '../contract/languages.ts'
import { offlinePage } from './src/worker/offline-page.ts'
import { areasOf, messageFile } from './vite-messages.ts'

/** The pages that work offline from the start. Others do once they have been opened. */
const KEPT_PAGES = [
  'HomePage',
  'BrowsePage',
  'CategoriesPage',
  'ListingPage',
  'SellerPage',
  'MessagesPage',
  'DashboardPage',
  'PostPage',
  'HelpPage',
  'HelpTopicPage',
  'HelpArticlePage',
]

/** A Latin font subset. */
const FONT = /-latin-(?:wght|opsz)-normal-.*\.woff2$/

/** Builds src/worker/sw.ts next to the app, with the list of files to precache. */
export function serviceWorker(): Plugin {
  let kept: string[] = []
  let fonts = { text: '', display: '' }
  let outDir = ''
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved(config) {
      outDir = config.build.outDir
    },
    generateBundle: {
      // After Vite has dropped entries that contain only imports: a single missing file would fail the installation.
      order: 'post',
      handler(_options, bundle) {
        kept = filesToKeep(Object.values(bundle))
        const font = (name: string) => `/${kept.find((file) => file.includes(name) && FONT.test(file))}`
        fonts = { text: font('instrument-sans'), display: font('bricolage-grotesque') }
      },
    },
    async closeBundle() {
      await build({
        configFile: false,
        root: import.meta.dirname,
        publicDir: false,
        logLevel: 'warn',
        define: {
          __KEPT_FILES__: JSON.stringify(kept.map((file) => `/${file}`)),
          __KEPT_MESSAGES__: JSON.stringify(keptAreas().map((area) => `/${messageFile('LANGUAGE', area)}`)),
          __OFFLINE_PAGE__: JSON.stringify(offlinePage(catalogues(), fonts)),
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

function catalogues(): Record<string, Record<string, string>> {
  return Object.fromEntries(
    LANGUAGES.map(({ code }) => {
      const file = join(import.meta.dirname, `../contract/locales/${code}/app.json`)
      return [code, JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>] // locales.test.ts checks them
    }),
  )
}

function keptAreas(): string[] {
  const areas = KEPT_PAGES.flatMap((page) => areasOf(join(import.meta.dirname, `src/pages/${page}.tsx`)))
  return ['frame', 'refusals', ...new Set(areas)]
}

/** The entry and the precached pages with all their imports, the styles, and the Latin font subsets. */
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
    if ((isEntry && facadeModuleId?.endsWith('/index.html')) || isKept || facadeModuleId?.endsWith('/src/start.tsx'))
      add(fileName)
  }
  const assets = files.flatMap(({ fileName }) => (fileName.endsWith('.css') || FONT.test(fileName) ? [fileName] : []))
  return [...found, ...assets]
}
