import { expect, test } from 'vitest'
import { indexPage } from './pages.ts'

const HOSTILE = `<script>alert(1)</script>"><img src=x onerror=alert(2)>' &amp; </p></title></style>`

async function* rows(...given: Record<string, unknown>[]) {
  yield* given
}

test('user content is escaped on the page of an export, in every field', async () => {
  const hostile = new Proxy({}, { get: () => HOSTILE }) as Record<string, unknown>
  const page = indexPage(
    { profile: rows(hostile), ads: rows(hostile), photos: rows(hostile), messages: rows(hostile) },
    'me',
    [HOSTILE],
  )
  let html = ''
  for await (const part of page) html += part
  expect(html.match(/<script|<img(?! loading="lazy" src="photos\/)|onerror=alert\(2\)>/g)).toBeNull()
  // Only tags that the page itself writes.
  const tags = new Set([...html.matchAll(/<\/?([a-z!][a-z0-9]*)/g)].map(([, name]) => name))
  const own = [
    '!doctype',
    'html',
    'head',
    'meta',
    'title',
    'style',
    'body',
    'h1',
    'h2',
    'h3',
    'p',
    'small',
    'article',
    'img',
    'ul',
    'li',
    'a',
  ]
  expect([...tags].filter((name) => !own.includes(name ?? ''))).toEqual([])
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(html).toContain('Content-Security-Policy')
})
