import type { PageDocument } from './page-document.ts'

/** The elements of `<head>` that differ from address to address. */
export function renderHead({
  title,
  description,
  canonical,
  robots,
  social,
  alternates,
  languages,
  jsonLd,
  firstReads,
}: PageDocument): string {
  const meta = (name: string, content: string | undefined) =>
    content ? [`<meta name="${name}" content="${escaped(content)}" />`] : []
  return [
    `<title>${escaped(title)}</title>`,
    ...meta('description', description),
    ...meta('robots', robots),
    ...(canonical ? [`<link rel="canonical" href="${escaped(canonical)}" />`] : []),
    ...Object.entries(social ?? {}).map(
      ([property, content]) => `<meta property="og:${escaped(property)}" content="${escaped(content)}" />`,
    ),
    ...(social?.image ? ['<meta name="twitter:card" content="summary_large_image" />'] : []),
    ...(alternates ?? []).map(
      ({ type, title: name, href }) =>
        `<link rel="alternate" type="${escaped(type)}" title="${escaped(name)}" href="${escaped(href)}" />`,
    ),
    ...(languages ?? []).map(
      ({ language, href }) => `<link rel="alternate" hreflang="${escaped(language)}" href="${escaped(href)}" />`,
    ),
    ...(jsonLd ?? []).map((data) => `<script type="application/ld+json">${inScript(JSON.stringify(data))}</script>`),
    ...(firstReads?.size
      ? [`<script type="application/json" id="first-reads">${inScript(readsText(firstReads))}</script>`]
      : []),
  ].join('\n    ')
}

/** The answers stay the texts that they are: nothing is parsed to be printed again. */
export function readsText(reads: ReadonlyMap<string, string>): string {
  return `{${[...reads].map(([address, body]) => `${JSON.stringify(address)}:${body}`).join(',')}}`
}

/** "<" cannot close the script element when it is written as an escape; in JSON it only ever stands inside texts. */
export function inScript(json: string): string {
  return json.replaceAll('<', '\\u003c')
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text for elements and for attributes between quotes. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character)
}
