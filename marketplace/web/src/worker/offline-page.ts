import type { MessageId } from '../../../contract/words/message-id.ts'

/** The messages of the offline page, the same as in ui/LoadFailed.tsx. */
const MESSAGES = {
  offline: 'app.youreOffline',
  later: 'app.loadWhenOnline',
  failed: 'app.didNotLoad',
  ours: 'app.itIsUs',
  retry: 'app.tryAgain',
} as const satisfies Readonly<Record<string, MessageId>>

/** The messages of the area `app`, by language. */
type Catalogues = Readonly<Record<string, Readonly<Record<string, string>>>>

/**
 * The service worker's fallback when offline before the app is cached, as during the first seconds of the first visit. It is self-contained
 * and looks like PageFailed in ui/LoadFailed.tsx.
 */
export function offlinePage(catalogues: Catalogues): string {
  const words = Object.fromEntries(
    Object.entries(catalogues).map(([language, catalogue]) => [language, wordsIn(language, catalogue)]),
  )
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${words.en?.offline ?? ''}</title>
<style>${STYLE}</style>
<main role="alert">
  <svg viewBox="0 0 124 141" width="124" height="141" aria-hidden="true">
    <path d="M1 62a61 61 0 0 1 122 0v62a16 16 0 0 1-16 16H17a16 16 0 0 1-16-16z" stroke-width="1.5" stroke-dasharray="6 4"/>
    <g transform="translate(44 52) scale(1.5)" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round">
      <path d="M12 20h.01M8.5 16.43a5 5 0 0 1 7 0M5 12.86a10 10 0 0 1 5.17-2.69M19 12.86a10 10 0 0 0-2-1.52M2 8.82a15 15 0 0 1 4.18-2.64M22 8.82a15 15 0 0 0-11.29-3.76M2 2l20 20"/>
    </g>
  </svg>
  <h1></h1>
  <p></p>
  <button type="button"></button>
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

/** The tokens of styles.css that it needs. The button uses the text colour: this page does not know the market's hue. */
const STYLE = `
:root{color-scheme:light dark;--paper:light-dark(oklch(.985 .004 100),oklch(.18 .011 195));--ink:light-dark(oklch(.23 .018 190),oklch(.955 .006 110));--ink-2:light-dark(oklch(.42 .017 185),oklch(.8 .01 150));--ink-3:light-dark(oklch(.52 .015 180),oklch(.69 .012 165))}
body{margin:0;background:var(--paper);color:var(--ink);font:16px/1.5 "Instrument Sans Variable","Instrument Sans",system-ui,sans-serif}
main{box-sizing:border-box;max-width:368px;min-height:80dvh;margin:auto;padding:32px 16px;display:grid;align-content:center;justify-items:center;text-align:center}
svg{fill:none;stroke:var(--ink-3)}
g{stroke:var(--ink-2)}
h1{margin:28px 0 6px;font-size:26px;line-height:32px;letter-spacing:-.02em}
p{margin:0;color:var(--ink-2);text-wrap:balance}
button{width:100%;min-height:52px;margin:24px 0 20px;border:0;border-radius:14px;background:var(--ink);color:var(--paper);font:inherit;font-weight:600;cursor:pointer}
button:focus-visible{outline:2px solid var(--ink);outline-offset:3px}
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
const put = (element, text) => { document.querySelector(element).textContent = text }
root.lang = language
put('title', navigator.onLine ? said.failed : said.offline)
put('h1', navigator.onLine ? said.failed : said.offline)
put('p', navigator.onLine ? said.ours : said.later)
put('button', said.retry)
document.querySelector('button').addEventListener('click', () => location.reload())
addEventListener('online', () => location.reload())
// The server may be starting, or the connection was announced a moment too early.
if (navigator.onLine) setTimeout(() => location.reload(), 10_000)
`
