import type { PageDocument } from './page-document.ts'

/** Renders the elements of `<head>` that differ between addresses. */
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

/** Joins the responses as text, without parsing and re-serialising them. */
export function readsText(reads: ReadonlyMap<string, string>): string {
  return `{${[...reads].map(([address, body]) => `${JSON.stringify(address)}:${body}`).join(',')}}`
}

/** Escapes "<" so that JSON cannot close its script element; in JSON "<" only occurs inside strings. */
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

/** Escapes text for elements and quoted attributes. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character)
}
