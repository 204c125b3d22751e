import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { help } from './vite-help.ts'
import { messages } from './vite-messages.ts'

const PAGES = [
  'Home',
  'Categories',
  'Browse',
  'Listing',
  'Seller',
  'Transparency',
  'Help',
  'HelpTopic',
  'HelpArticle',
  'Terms',
  'Privacy',
  'Cookies',
]
/** The dynamic imports allowed on a page as visitors first see it: the pages themselves, and the texts of their language. */
const RENDERED = new Set(
  [
    'src/render-to-html.tsx',
    ...PAGES.map((name) => `src/pages/${name}Page.tsx`),
    'src/features/help/articles.ts',
    'src/features/help/prohibited-rules.ts',
    'src/features/transparency/queries.ts',
    'src/features/listings/detail/queries.ts',
    'src/features/offers/queries.ts',
    'src/features/listings/CategoryGlyph.tsx',
    'src/lib/data/visitors-data.ts',
    '../contract/search/read-search.ts',
  ].map((file) => realpathSync(join(import.meta.dirname, file))), // fails the build if one was moved
)
const isRendered = (id: string) => RENDERED.has(id) || id.includes('/contract/locales/') || id.includes('virtual:help/')
const NOT_RENDERED = '\0not-rendered'

/** Stubs all other dynamic imports: rendering one fails, and the page is served without its markup. */
function onlyRendered(): Plugin {
  return {
    name: 'only-rendered',
    enforce: 'pre',
    async resolveId(source, importer, options) {
      if ((options as { kind?: string }).kind !== 'dynamic-import') return null
      const resolved = await this.resolve(source, importer, { ...options, skipSelf: true })
      return resolved && !isRendered(resolved.id) ? NOT_RENDERED : resolved
    },
    load: (id) =>
      id === NOT_RENDERED ? "throw new Error('This part of the page is not rendered by the server.')" : null,
  }
}

/** Server build of the same pages, rendered for visitors (documents/render-worker.ts). */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  plugins: [onlyRendered(), messages(), help(), react(), tailwindcss()],
  define: { 'process.env.NODE_ENV': '"production"' },
  // A single folder with all dependencies, tree-shaken.
  ssr: { noExternal: true },
  build: {
    ssr: 'src/render-in.ts',
    target: 'node24',
    minify: true,
    copyPublicDir: false,
    rolldownOptions: { checks: { ineffectiveDynamicImport: false } },
  },
})
