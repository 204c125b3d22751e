import { expect, test } from 'vitest'
import { ARTICLES } from '../help-articles.ts'
import { type ArticleWords, CHAPTERS, type HelpWords } from './article.ts'
import { GERMAN } from './de.ts'
import { SPANISH } from './es.ts'
import { FRENCH } from './fr.ts'
import { HELP } from './languages.ts'
import { PORTUGUESE } from './pt.ts'

const WORDS: readonly (readonly [string, HelpWords])[] = [
  ['pt', PORTUGUESE],
  ['es', SPANISH],
  ['de', GERMAN],
  ['fr', FRENCH],
]

const textsOf = ({ question, answer, points = [] }: ArticleWords) => [question, ...answer, ...points]
/** What a translation must not lose: the name of the installation and the numbers of the limits. */
const kept = (text: string) => [...text.matchAll(/\{brand\}|\d+/g)].map(([part]) => part)
const numbers = (texts: readonly string[]) => texts.flatMap(kept).sort()

test.each(WORDS)('%s says every article, and no other', (_, { articles }) => {
  expect(Object.keys(articles).sort()).toEqual(ARTICLES.map(({ id }) => id).sort())
})

test.each(WORDS)('%s has as many paragraphs and points as English, and the same numbers in them', (code, words) => {
  const shapes = (say: (article: (typeof ARTICLES)[number]) => ArticleWords | undefined) =>
    Object.fromEntries(
      ARTICLES.map((article) => {
        const said = say(article)
        if (!said) return [article.id, null]
        // Thousands are parted as the language does it.
        const plain = textsOf(said).map((text) => text.replaceAll(/(\d)[.,\s](?=\d{3}\b)/g, '$1'))
        return [article.id, { answer: said.answer.length, points: said.points?.length ?? 0, kept: numbers(plain) }]
      }),
    )
  expect(
    shapes(({ id }) => words.articles[id]),
    code,
  ).toEqual(shapes((article) => article))
})

test.each(WORDS)('%s asks each question once, ends each sentence, and says nothing in English', (_, { articles }) => {
  const all = Object.values(articles)
  expect(new Set(all.map(({ question }) => question)).size).toBe(all.length)
  for (const { answer, points = [] } of all)
    for (const text of [...answer, ...points]) expect(text).toMatch(/^\S.{5,}[.?»”“]$/su)
  const english = new Set(ARTICLES.flatMap(textsOf))
  expect(all.flatMap(textsOf).filter((text) => english.has(text))).toEqual([])
})

test.each(WORDS)('%s has words of its own that people look for it by', (_, { articles }) => {
  const without = Object.entries(articles).filter(([, { alsoAsked = '' }]) => alsoAsked.split(' ').length < 4)
  expect(without.map(([id]) => id)).toEqual([])
})

test.each(WORDS)('%s names the chapters and every link to where one does it', (_, { chapters, labels }) => {
  expect(Object.keys(chapters).sort()).toEqual([...CHAPTERS].sort())
  const wanted = new Set(ARTICLES.flatMap(({ doIt }) => (doIt ? [doIt.label] : [])))
  expect(Object.keys(labels).sort()).toEqual([...wanted].sort())
})

test('in every language an article keeps its address and leads to the same page', () => {
  const places = (articles: typeof ARTICLES) => articles.map(({ id, topic, doIt }) => [id, topic, doIt?.path])
  for (const articles of Object.values(HELP)) expect(places(articles)).toEqual(places(ARTICLES))
})
