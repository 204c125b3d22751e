import { paths } from '../../../contract/paths.ts'
import type { MessageId } from '../../../contract/words/message-id.ts'
import { MANIFEST } from './caches.ts'

/** The messages of the offline page, the same as in ui/LoadFailed.tsx. */
const MESSAGES = {
  offline: 'app.youreOffline',
  later: 'app.loadWhenOnline',
  failed: 'app.didNotLoad',
  ours: 'app.itIsUs',
  retry: 'app.tryAgain',
  saved: 'app.seeSavedAndMessages',
  home: 'app.goHome',
  note: 'app.readOpenedBefore',
} as const satisfies Readonly<Record<string, MessageId>>

/** The messages of the area `app`, by language. */
type Catalogues = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Paths of the font files. The page before has loaded them, so they are cached. */
interface Fonts {
  readonly text: string
  readonly display: string
}

/**
 * The service worker's fallback when offline before the app is cached, as during the first seconds of the first visit. It looks like
 * PageFailed in ui/LoadFailed.tsx, and takes the market's name and colour from the cached manifest.
 */
export function offlinePage(catalogues: Catalogues, fonts: Fonts): string {
  const words = Object.fromEntries(
    Object.entries(catalogues).map(([language, catalogue]) => [language, wordsIn(language, catalogue)]),
  )
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${words.en?.offline ?? ''}</title>
<style>${facesOf(fonts)}${STYLE}</style>
<header hidden>
  <a href="${paths.home}">
    <svg viewBox="0 0 32 34" height="32" aria-hidden="true">
      <path fill-rule="evenodd" d="M3 32V15.2C3 8.6 8.2 3.9 16 1.4c7.8 2.5 13 7.2 13 13.8V32a1.4 1.4 0 0 1-1.4 1.4H4.4A1.4 1.4 0 0 1 3 32ZM8.6 33.4v-5.2a7.4 7.4 0 0 1 14.8 0v5.2Z"/>
      <circle cx="16" cy="14.2" r="3.7"/>
    </svg>
    <span></span>
  </a>
</header>
<main role="alert">
  <svg class="line" viewBox="0 0 124 141" width="124" height="141" aria-hidden="true">
    <path d="M1 62a61 61 0 0 1 122 0v62a16 16 0 0 1-16 16H17a16 16 0 0 1-16-16z" stroke-width="1.5" stroke-dasharray="6 4"/>
    <g transform="translate(44 52) scale(1.5)" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round">
      <path d="M12 20h.01M8.5 16.43a5 5 0 0 1 7 0M5 12.86a10 10 0 0 1 5.17-2.69M19 12.86a10 10 0 0 0-2-1.52M2 8.82a15 15 0 0 1 4.18-2.64M22 8.82a15 15 0 0 0-11.29-3.76M2 2l20 20"/>
    </g>
  </svg>
  <h1></h1>
  <p></p>
  <button type="button">
    <svg class="line" viewBox="0 0 24 24" width="20" height="20" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">
      <path d="M21 12a9 9 0 1 1-9-9c2.52 0 4.93 1 6.74 2.74L21 8M21 3v5h-5"/>
    </svg>
    <span></span>
  </button>
  <a hidden></a>
  <small hidden></small>
</main>
<script>${SCRIPT.replace('WORDS', () => JSON.stringify(words).replaceAll('<', '\\u003c'))}</script>
</html>
`
}

function wordsIn(language: string, catalogue: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(MESSAGES).map(([name, id]) => {
      const said = catalogue[id]
      if (!said) throw new Error(`No ${id} in ${language}`)
      return [name, said]
    }),
  )
}

function facesOf({ text, display }: Fonts): string {
  const face = (family: string, file: string) =>
    `@font-face{font-family:"${family}";font-weight:200 800;src:url(${file}) format("woff2")}`
  return face('Text', text) + face('Display', display)
}

/** The tokens of styles.css that it needs. */
const STYLE = `
:root{color-scheme:light dark;--theme:#0a6057;--paper:light-dark(oklch(.985 .004 100),oklch(.18 .011 195));--surface:light-dark(oklch(1 0 0),oklch(.222 .013 195));--line:light-dark(oklch(.905 .008 105),oklch(.315 .014 192));--line-2:light-dark(oklch(.86 .01 120),oklch(.38 .016 190));--ink:light-dark(oklch(.23 .018 190),oklch(.955 .006 110));--ink-2:light-dark(oklch(.42 .017 185),oklch(.8 .01 150));--ink-3:light-dark(oklch(.52 .015 180),oklch(.69 .012 165));--brand:light-dark(var(--theme),color-mix(in oklab,var(--theme) 42%,white));--on-brand:light-dark(oklch(.99 .006 150),oklch(.2 .03 188))}
@supports (color:oklch(from red l c h)){:root{--brand:light-dark(var(--theme),oklch(from var(--theme) .78 .105 h))}}
[hidden]{display:none!important}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:15px/24px Text,system-ui,sans-serif;word-spacing:.05em}
header{border-bottom:1px solid var(--line)}
header a{display:flex;align-items:center;gap:10px;width:fit-content;height:64px;margin-inline:max(16px,50vw - 664px);color:inherit;font:720 29px/1 Display,Text,system-ui,sans-serif;letter-spacing:-.02em;text-decoration:none;text-transform:lowercase}
header path{fill:var(--brand)}
circle{fill:oklch(.81 .155 78)}
main{max-width:368px;min-height:60dvh;margin:auto;padding:32px 16px;display:grid;align-content:center;justify-items:center;text-align:center}
.line{fill:none;stroke:currentColor}
main>.line{color:var(--ink-3)}
g{stroke:var(--ink-2)}
h1{margin:28px 0 6px;font:680 26px/32px Display,Text,system-ui,sans-serif;letter-spacing:-.02em}
p{margin:0 0 24px;color:var(--ink-2);text-wrap:balance}
button,main a{display:flex;align-items:center;justify-content:center;gap:8px;width:100%;min-height:52px;margin-bottom:10px;border:0;border-radius:14px;background:var(--brand);color:var(--on-brand);font:600 16px/24px Text,system-ui,sans-serif;text-decoration:none;cursor:pointer}
main a{border:1px solid var(--line-2);background:var(--surface);color:var(--ink)}
small{margin-top:10px;color:var(--ink-3);font-size:13px;line-height:20px}
:focus-visible{outline:2.5px solid var(--brand);outline-offset:2px}
`

const SCRIPT = `
const words = WORDS
const root = document.documentElement
let chosen
try {
  chosen = localStorage.getItem('language')
  const theme = localStorage.getItem('theme')
  if (theme === 'light' || theme === 'dark') root.style.colorScheme = theme
} catch {}
const language = [chosen, ...navigator.languages].map((tag) => String(tag).slice(0, 2)).find((code) => code in words) ?? 'en'
const said = words[language]
const find = (element) => document.querySelector(element)
const put = (element, text) => Object.assign(find(element), { textContent: text, hidden: false })
root.lang = language
put('title', navigator.onLine ? said.failed : said.offline)
put('h1', navigator.onLine ? said.failed : said.offline)
put('p', navigator.onLine ? said.ours : said.later)
put('button span', said.retry)
find('button').addEventListener('click', () => location.reload())
addEventListener('online', () => location.reload())
// The server may be starting, or the connection was announced a moment too early.
if (navigator.onLine) setTimeout(() => location.reload(), 10_000)

const kept = (path) => caches.match(path, { ignoreVary: true })
async function showMarket() {
  const { name, theme_color, icons } = await (await kept('MANIFEST')).json()
  root.style.setProperty('--theme', theme_color)
  put('header span', name)
  find('header svg').style.display = icons.some(({ src }) => src.endsWith('.svg')) ? '' : 'none'
  find('header').hidden = false
}
// A link only to a page that opens.
async function showWayOn() {
  for (const [path, text] of [['SAVED', said.saved], ['HOME', said.home]]) {
    if (path === location.pathname + location.search || !(await kept(path))) continue
    put('main a', text).href = path
    put('small', said.note)
    return
  }
}
showMarket().catch(() => undefined)
showWayOn().catch(() => undefined)
`
  .replace('MANIFEST', MANIFEST)
  .replace('SAVED', paths.saved)
  .replace('HOME', paths.home)
