import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { compiledMessages } from './compiled-messages.ts'
import { landCells } from './land-cells.ts'
import { serviceWorker } from './service-worker.ts'

/** Where `vite` (development only) finds the running backend. The built app needs no address: it is served by it. */
const backend = process.env.PUBLIC_URL ?? 'http://localhost:3000'
const services = ['/auth/v1', '/rest/v1', '/storage/v1', '/realtime/v1', '/functions/v1']

/** Preloads the Latin cut of the text face: it is on every page and is otherwise found only after the stylesheet. */
function preloadTextFace(): Plugin {
  return {
    name: 'preload-text-face',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const face = Object.keys(bundle ?? {}).find((file) => /instrument-sans-latin-wght-normal.*\.woff2$/.test(file))
        if (!face) return []
        const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', href: `/${face}`, crossorigin: true }
        return [{ tag: 'link', attrs, injectTo: 'head-prepend' }]
      },
    },
  }
}

/** Pages whose code should be on its way before the entry has run: where people arrive. */
const ARRIVALS = [
  { path: '^/(home)?$', page: 'HomePage' },
  { path: '^/browse$', page: 'BrowsePage' },
  { path: '^/listing/', page: 'ListingPage' },
  { path: '^/auth$', page: 'AuthPage' },
]

/** The same for the catalogue of the language that the page will speak (src/i18n/language.ts decides). English has none. */
function preloadCatalogue(chunks: readonly { fileName: string; facadeModuleId?: string | null }[]): string {
  const files = chunks.flatMap(({ fileName, facadeModuleId }) => {
    const language = /\/i18n\/catalogues\/(\w+)\.json$/.exec(facadeModuleId ?? '')?.[1]
    return language ? [[language, fileName]] : []
  })
  const stored = "(()=>{try{return localStorage.getItem('language')}catch{}})()"
  return `{const f=${JSON.stringify(Object.fromEntries(files))}[${stored}||document.documentElement.lang];if(f){const l=document.createElement('link');l.rel='modulepreload';l.href='/'+f;document.head.append(l)}}`
}

/** Starts loading the app and the page of this address together with the entry, instead of after it. */
function preloadPage(): Plugin {
  return {
    name: 'preload-page',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const chunks = Object.values(bundle ?? {}).filter((file) => file.type === 'chunk')
        const isEntry = (name: string) => chunks.some((file) => file.isEntry && file.fileName === name)
        const app = chunks.find((file) => file.facadeModuleId?.endsWith('/src/start.tsx'))
        const preloads = (app ? [app.fileName, ...app.imports.filter((file) => !isEntry(file))] : []).map((file) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', href: `/${file}`, crossorigin: true },
          injectTo: 'head' as const,
        }))
        const rules = ARRIVALS.flatMap(({ path, page }) => {
          const chunk = chunks.find((file) => file.facadeModuleId?.endsWith(`/${page}.tsx`))
          return chunk ? [[path, [chunk.fileName, ...chunk.imports]]] : []
        })
        if (rules.length === 0) return preloads
        const children = `for(const[p,f]of ${JSON.stringify(rules)})if(new RegExp(p).test(location.pathname))for(const n of f){const l=document.createElement('link');l.rel='modulepreload';l.href='/'+n;document.head.append(l)}`
        return [...preloads, { tag: 'script', children: preloadCatalogue(chunks) + children, injectTo: 'head' }]
      },
    },
  }
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [compiledMessages(), react(), tailwindcss(), landCells(), preloadTextFace(), preloadPage(), serviceWorker()],
  // Catalogues have sentences as keys, which no export can be named after.
  json: { namedExports: false },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // `light-dark()`, `oklch()` and `color-mix()` stay as written: all are in every browser since mid 2024.
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
    // In every browser of `cssTarget`.
    modulePreload: { polyfill: false },
    // The libraries that every page needs are over the default of 500 kB before compression, the map is twice that.
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // One file that changes with a dependency only, and one for the icons and parts that most pages share:
            // without them there would be a request for every icon.
            {
              name: 'vendor',
              test: /node_modules\/(react|react-dom|scheduler|react-router|@tanstack|@supabase|tslib)\//,
              priority: 2,
            },
            {
              name: 'kit',
              test: /node_modules\/lucide-react\/|src\/ui\/(?!Dialog|Menu|Tabs|Tooltip|ScrollArea|Toaster|ReadingPage|RadioCards|Checkbox|Switch|Field|Input|TextArea|LanguageSelect)/,
              minShareCount: 4,
              priority: 1,
            },
            // What the app and many of its pages use, instead of a file for each.
            {
              name: 'base',
              test: /marketplace\/(web\/src\/(app|i18n\/(?!Trans)|features)|contract)\//,
              minShareCount: 12,
              priority: 1,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: Object.fromEntries(services.map((path) => [path, { target: backend, ws: true, changeOrigin: true }])),
  },
})
