import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { LANGUAGES, type Language, SOURCE_LANGUAGE } from '../languages.ts'
import { isKnownPath, paths } from '../paths.ts'
import { messagesOf } from '../words/translator.ts'
import { type Article, applying, CHAPTERS, HELP_TOPICS } from './article.ts'
import { fileOf, helpFolder, readAllHelp } from './read-help.ts'

const ALL = readAllHelp()
const TRANSLATIONS = LANGUAGES.map(({ code }) => code).filter((code) => code !== SOURCE_LANGUAGE)

/** Two lines in the panel it is shown in. */
const SHORT = 160

const textsOf = ({ question, answer, points = [] }: Article) => [question, ...answer, ...points]
/** They quote swindlers and browsers. */
const QUOTING_OTHERS = ['five-scams', 'pay-only-here', 'the-app']
const withPlainSpaces = (text: string) => text.replaceAll(/\s/g, ' ')

/** What a translation must keep: the brand placeholder and numbers. */
const kept = (text: string) => [...text.matchAll(/\{brand\}|\d+/g)].map(([part]) => part)

test.each(TRANSLATIONS)('%s has every article, and no other', (code) => {
  expect(readdirSync(helpFolder(code)).sort()).toEqual(ALL.en.map(fileOf).sort())
})

test.each(LANGUAGES.map(({ code }) => code))('%s names buttons and settings as they are labelled', (code) => {
  const labels = Object.values(messagesOf(code)).map(withPlainSpaces)
  const quoted = ALL[code]
    .filter(({ id }) => !QUOTING_OTHERS.includes(id))
    .flatMap(({ answer, points = [] }) => [...answer, ...points])
    .flatMap((text) =>
      [...withPlainSpaces(text).matchAll(/[“„«] ?([^“”„«»]+?) ?[”“»]/g)].map(([, label = '']) => label),
    )
  expect(quoted.length).toBeGreaterThan(5)
  expect(quoted.filter((words) => !labels.some((label) => label === words || label.startsWith(`${words} {`)))).toEqual(
    [],
  )
})

describe.each(['off', 'test'] as const)('with payments %s', (payments) => {
  const help = (code: Language) => applying(ALL[code], payments)
  const ARTICLES = help('en')

  test('every topic and chapter has articles, and there are more than forty', () => {
    expect(ARTICLES.length).toBeGreaterThan(40)
    expect([...new Set(ARTICLES.map(({ topic }) => topic))]).toEqual(HELP_TOPICS)
    expect([...new Set(ARTICLES.flatMap(({ chapter = [] }) => chapter))]).toEqual(CHAPTERS)
  })

  describe.each(ARTICLES.map((article) => [article.id, article] as const))('%s', (_, { id, answer, points = [] }) => {
    test('has an id that can be an anchor, and is not empty', () => {
      expect(id).toMatch(/^[a-z0-9-]{1,60}$/)
      for (const text of [...answer, ...points]) expect(text.trim()).toMatch(/^\S.{5,}[.?]$/s)
      expect(answer.length).toBeGreaterThan(0)
    })

    test('contains no placeholder but the brand', () => {
      for (const text of [...answer, ...points]) expect(text.replaceAll('{brand}', '')).not.toMatch(/[{}]|undefined/)
    })
  })

  const LINKS = ARTICLES.flatMap(({ id, action }) => (action ? [[id, action.path] as const] : []))

  test.each(LINKS)('the link of %s leads to an existing page: %s', (_, path) => {
    const { pathname } = new URL(path, 'http://souk.example')
    expect(isKnownPath(pathname)).toBe(true)
    if (pathname.startsWith(paths.helpArticle('')))
      expect(ARTICLES.map(({ id }) => paths.helpArticle(id))).toContain(pathname)
  })

  test('an article has three related articles, and no id clashes with a topic', () => {
    const ids = new Set(ARTICLES.map(({ id }) => id))
    for (const { id, related } of ARTICLES) {
      expect(new Set(related).size).toBe(3)
      expect(related.filter((other) => other === id || !ids.has(other))).toEqual([])
    }
    expect(HELP_TOPICS.filter((topic) => ids.has(topic))).toEqual([])
  })

  test.each(LANGUAGES)('in $code every article begins with a short answer, and ten are frequent', ({ code }) => {
    const long = help(code).filter(({ answer }) => (answer[0] ?? '').length > SHORT)
    expect(long.map(({ id }) => id)).toEqual([])
    expect(help(code).filter(({ often }) => often)).toHaveLength(10)
  })

  test.each(TRANSLATIONS)('%s has as many paragraphs and points as English, with the same numbers', (code) => {
    const shapes = (articles: readonly Article[]) =>
      articles.map((article) => {
        // Thousands separators differ by language.
        const plain = textsOf(article).map((text) => text.replaceAll(/(\d)[.,\s](?=\d{3}\b)/g, '$1'))
        const { id, answer, points = [] } = article
        return { id, answer: answer.length, points: points.length, kept: plain.flatMap(kept).sort() }
      })
    expect(shapes(help(code))).toEqual(shapes(ARTICLES))
  })

  test.each(TRANSLATIONS)('%s has unique questions, complete sentences, and no English text', (code) => {
    const articles = help(code)
    expect(new Set(articles.map(({ question }) => question)).size).toBe(articles.length)
    for (const { answer, points = [] } of articles)
      for (const text of [...answer, ...points]) expect(text).toMatch(/^\S.{5,}[.?»”“]$/su)
    const english = new Set(ARTICLES.flatMap(textsOf))
    expect(articles.flatMap(textsOf).filter((text) => english.has(text))).toEqual([])
  })

  test.each(TRANSLATIONS)('%s translates the labels of links', (code) => {
    const labels = (articles: readonly Article[]) => articles.flatMap(({ action }) => action?.label ?? [])
    const english = new Set(labels(ARTICLES).filter((label) => label !== 'Contact'))
    expect(labels(help(code)).filter((label) => english.has(label))).toEqual([])
  })

  test.each(LANGUAGES)('$code has its own keywords for each article', ({ code }) => {
    const without = help(code).filter(({ keywords }) => keywords.split(' ').length < 4)
    expect(without.map(({ id }) => id)).toEqual([])
  })
})
