import { describe, expect, test } from 'vitest'
import { CHAPTERS } from './help-articles/article.ts'
import { ARTICLES } from './help-articles.ts'
import { isKnownPath, paths } from './paths.ts'

test('no two articles share an id or a question', () => {
  expect(new Set(ARTICLES.map(({ id }) => id)).size).toBe(ARTICLES.length)
  expect(new Set(ARTICLES.map(({ question }) => question)).size).toBe(ARTICLES.length)
})

test('there are articles for every topic, and more than forty', () => {
  expect(ARTICLES.length).toBeGreaterThan(40)
  expect(new Set(ARTICLES.map(({ topic }) => topic))).toEqual(new Set(['safety', 'account', 'posting']))
})

test('the articles of a chapter stand together, in the order of the chapters', () => {
  const chapters = ARTICLES.flatMap(({ chapter }) =>
    chapter ? [(CHAPTERS as readonly string[]).indexOf(chapter)] : [],
  )
  expect(chapters).toEqual([...chapters].sort((a, b) => a - b))
  expect(new Set(chapters).size).toBe(CHAPTERS.length)
})

describe.each(ARTICLES.map((article) => [article.id, article] as const))('%s', (_, { id, answer, points }) => {
  test('has an id that can be an anchor, and says something', () => {
    expect(id).toMatch(/^[a-z0-9-]{1,60}$/)
    for (const text of [...answer, ...(points ?? [])]) expect(text.trim()).toMatch(/^\S.{5,}[.?]$/s)
    expect(answer.length).toBeGreaterThan(0)
  })

  test('names no placeholder but the brand', () => {
    for (const text of [...answer, ...(points ?? [])])
      expect(text.replaceAll('{brand}', '')).not.toMatch(/[{}]|undefined/)
  })
})

/** What help pages have beside their articles; the browser test of all links finds them in the pages. */
const OTHER_PARTS = ['check', 'not-offered']
const LINKS = ARTICLES.flatMap(({ id, doIt }) => (doIt ? [[id, doIt.path] as const] : []))

test.each(LINKS)('%s leads to a page that exists: %s', (_, path) => {
  const { pathname, hash } = new URL(path, 'http://souk.example')
  expect(isKnownPath(pathname)).toBe(true)
  const topic = ARTICLES.filter((article) => `${paths.help}/${article.topic}` === pathname)
  if (topic.length > 0) expect([...topic.map((article) => article.id), ...OTHER_PARTS]).toContain(hash.slice(1))
})
