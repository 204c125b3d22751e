import { join } from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type Rolldown } from 'vite'
import { ownGroups } from './chunks.ts'
import { landCells } from './land-cells.ts'
import { help } from './vite-help.ts'
import { areasOf, messageFile, messages } from './vite-messages.ts'
import { serviceWorker } from './vite-service-worker.ts'

/** Landing pages, whose code is preloaded before the entry has run. */
const ARRIVALS = [
  { path: '^/(home)?$', page: 'HomePage' },
  { path: '^/browse$', page: 'BrowsePage' },
  { path: '^/listing/', page: 'ListingPage' },
  { path: '^/categories$', page: 'CategoriesPage' },
  { path: '^/seller/', page: 'SellerPage' },
  { path: '^/auth$', page: 'AuthPage' },
]

/** Rarely opened: their imports are requested after they arrive, a round trip later, and are not listed in the frame. */
const RARE =
  /\/(Admin|Bundle|Checkout|Consent|Contact|Cookies|Help|HelpArticle|HelpTopic|Order|Pay|Privacy|ReportProblem|Terms|Transparency|Unsubscribe)Page-/

type Chunk = Pick<Rolldown.OutputChunk, 'fileName' | 'imports' | 'moduleIds' | 'isEntry'>

/** Defines `said(area)`, which preloads an area's messages in the language of the page (decided by src/i18n/language.ts). */
function preloadMessages(): string {
  const stored = "(()=>{try{return localStorage.getItem('language')}catch{}})()"
  const file = messageFile(`\${L}`, `\${a}`)
  return `const L=${stored}||document.documentElement.lang||'en',said=a=>load(\`${file}\`);said('frame');`
}

/** Preloads what only signed-in users need; the same check as in src/lib/data/client.ts. */
function preloadClient(files: readonly string[]): string {
  const isSignedIn = 'Object.keys(localStorage).some(k=>/^sb-.+-auth-token$/.test(k))'
  return `try{if(${isSignedIn})${JSON.stringify(files)}.forEach(load)}catch{}`
}

/** Our two fonts, as CSS shorthands. */
const FACES = ['1em "Instrument Sans Variable"', '1em "Bricolage Grotesque Variable"']

/** Maximum number of elements that get the fonts in one frame. */
const PART = 80

/** Maximum time for which the high-priority pictures of a server-rendered page get the connection to themselves. */
const PICTURES_FIRST_MS = 2500

/**
 * Loads the scripts: immediately if they render the page, after the largest pictures if the server has rendered it. All in parallel, instead of each
 * when the previous one requests it. Each is evaluated in a separate task. Placed before the styles, which scripts would wait for.
 */
function loader(entries: readonly string[], files: readonly string[], others: string, face: string): string {
  return [
    '{const page=document.documentElement,',
    // Both fonts at once, but one part of the page per frame: laying out all of it takes a phone 100 ms.
    `parts=e=>e.querySelectorAll('*').length>${PART}?[...e.children].flatMap(parts):[e],`,
    `swap=l=>{let n=0;while(l.length&&n<${PART}){const e=l.shift();e.dataset.faces='now';n+=1+e.querySelectorAll('*').length}`,
    'if(n)requestAnimationFrame(()=>setTimeout(swap,0,l));else delete page.dataset.faces},',
    `faces=()=>{if(page.dataset.faces)Promise.all(${JSON.stringify(FACES)}.map(f=>document.fonts.load(f))).then(()=>swap(parts(document.body)))},`,
    "add=a=>document.head.append(Object.assign(document.createElement('link'),a)),load=n=>add({rel:'modulepreload',href:'/'+n}),",
    `begin=()=>{if(begin.done)return;begin.done=1;faces();if(!page.dataset.renderedFor)add({rel:'preload',as:'font',crossOrigin:'',href:${JSON.stringify(face)}});${JSON.stringify(files)}.forEach(load);${others}${JSON.stringify(entries)}.reduce((o,e)=>o.then(()=>import(e)).then(()=>new Promise(r=>setTimeout(r))),Promise.resolve())},`,
    "after=()=>{const some=[...document.images].filter(i=>i.fetchPriority==='high'&&!i.complete);",
    "Promise.all(some.map(i=>new Promise(r=>{i.addEventListener('load',r);i.addEventListener('error',r)})))",
    '.then(()=>requestAnimationFrame(()=>setTimeout(begin)))};',
    "if(!page.dataset.renderedFor||'otherPage'in page.dataset||document.hidden)begin();else{",
    // Returning visitors have our fonts: the service worker caches them.
    "if(!(navigator.serviceWorker&&navigator.serviceWorker.controller))page.dataset.faces='later';",
    `document.addEventListener('DOMContentLoaded',after);setTimeout(begin,${PICTURES_FIRST_MS})}`,
    // Early, so that the browser's own error page never appears; caching follows later (installed.ts).
    "document.addEventListener('DOMContentLoaded',()=>navigator.serviceWorker?.register('/sw.js').catch(()=>{}))}",
  ].join('')
}

/** The entries that Vite inserts into the page: more than one script if the entry itself only imports. */
const ENTRIES = /\s*<script type="module"[^>]* src="(\/assets\/[^"]+)"><\/script>/g
const PRELOADS = /\s*<link rel="modulepreload"[^>]* href="(\/assets\/[^"]+)">/g

const STYLES = /\s*<link rel="stylesheet"[^>]*>/g

/** Loads the app and the page for this URL together with the entry instead of one after another. */
function loadInTurn(): Plugin {
  return {
    name: 'load-in-turn',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        const chunks: Chunk[] = Object.values(bundle ?? {}).filter((file) => file.type === 'chunk')
        if (chunks.length === 0) return html
        const namedBy = (tags: RegExp) => [...html.matchAll(tags)].map(([, file = '']) => file)
        const entries = namedBy(ENTRIES)
        const filesOf = (isWanted: (chunk: Chunk) => boolean) => {
          const files = new Set(chunks.filter(isWanted).map(({ fileName }) => fileName))
          // Sets can be iterated while they grow.
          for (const file of files)
            for (const imported of chunks.find(({ fileName }) => fileName === file)?.imports ?? []) files.add(imported)
          return [...files]
        }
        const holding = (module: string) => filesOf(({ moduleIds }) => moduleIds.some((id) => id.endsWith(module)))
        const named = [...entries, ...namedBy(PRELOADS)].map((file) => file.slice(1))
        const always = [...new Set([...named, ...holding('/src/start.tsx')])]
        const sometimes = (module: string) => holding(module).filter((file) => !always.includes(file))
        const rules = ARRIVALS.map(({ path, page }) => {
          const file = `/src/pages/${page}.tsx`
          return [path, sometimes(file), areasOf(join(import.meta.dirname, file))]
        })
        const others = [
          preloadMessages(),
          preloadClient(sometimes('/features/auth/open-store.ts')),
          `for(const[p,f,a]of ${JSON.stringify(rules)})if(new RegExp(p).test(location.pathname)){f.forEach(load);a.forEach(said)}`,
        ].join('')
        // The Latin subset of the text font: needed on every page, but otherwise discovered only after the stylesheet.
        const face = Object.keys(bundle ?? {}).find((file) => /instrument-sans-latin-wght-normal.*\.woff2$/.test(file))
        const script = `<script>${loader(entries, always, others, `/${face}`)}</script>`
        const styles = html.match(STYLES) ?? []
        return [ENTRIES, PRELOADS, STYLES]
          .reduce((rest, tags) => rest.replace(tags, ''), html)
          .replace('</head>', () => `${script}${styles.join('')}\n  </head>`)
      },
    },
  }
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [messages(), help(), react(), tailwindcss(), landCells(), loadInTurn(), serviceWorker()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    // `light-dark()`, `oklch()` and `color-mix()` stay as written: every browser has supported them since mid 2024.
    target: 'es2022',
    cssTarget: ['chrome123', 'firefox120', 'safari17.5'],
    assetsInlineLimit: 0,
    modulePreload: {
      // Supported by every browser in `cssTarget`.
      polyfill: false,
      // Every page has these already; listing them for each import would cost the frame half a kilobyte.
      resolveDependencies: (page, files) =>
        files.filter(
          (file) =>
            !/\/(rolldown-runtime|language|vendor|frame)-/.test(file) && (file.endsWith('.css') || !RARE.test(page)),
        ),
    },
    // The libraries for every page exceed the default of 500 kB before compression; the map is twice that.
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      // Pages import the client statically, the frame around them dynamically: both are intended.
      checks: { ineffectiveDynamicImport: false },
      output: {
        // Short hashes: the first page's script lists a hundred files by name.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: {
          groups: [
            // One file that changes with dependencies only.
            {
              name: 'vendor',
              test: /node_modules\/(react|react-dom|scheduler|@tanstack|@lingui\/core)\//,
              priority: 5,
            },
            ...ownGroups(join(import.meta.dirname, 'src'), 3),
            // Used by dialogs as well as the client.
            { name: 'tslib', test: /node_modules\/tslib\//, priority: 3 },
            // A part of the client, and all that visitors need for reading.
            {
              name: 'reads',
              test: /node_modules\/@supabase\/postgrest-js\/|src\/lib\/(data\/(visitors-data|patient-fetch|first-reads)|device-id)\.ts/,
              priority: 2.5,
            },
            // What visitors who only read do not need (src/lib/data/client.ts), and its dependencies.
            {
              name: 'client',
              test: /node_modules\/(@supabase|iceberg-js)\/|src\/lib\/data\/supabase\.ts|src\/i18n\/auth-errors\.ts|src\/features\/auth\/(open-store|auth-store|session-store|attempt|sign-in-actions|account-actions|factor-codes|owes-factor|stored-keys)\.ts/,
              priority: 2,
            },
            // Icons and components shared by other pages: without this, every icon would be a request.
            { name: 'icons', test: /node_modules\/lucide-react\//, minShareCount: 2, priority: 1 },
            {
              name: 'kit',
              test: /src\/ui\/(?!Dialog|Menu|Tabs|Tooltip|ScrollArea|Toaster|ReadingPage|RadioCards|Checkbox|Switch|Field|Input|TextArea|LanguageSelect)/,
              minShareCount: 4,
              priority: 1,
            },
            // Code shared by the app and many of its pages, instead of a file each.
            {
              name: 'base',
              test: /marketplace\/(web\/src\/(lib|i18n\/(?!Trans)|features)|contract)\//,
              minShareCount: 12,
              priority: 1,
            },
          ],
        },
      },
    },
  },
})
