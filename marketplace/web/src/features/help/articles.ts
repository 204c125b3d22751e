import type { Article } from '../../../../contract/help-articles/article.ts'
import { ARTICLES as TEXTS } from '../../../../contract/help-articles.ts'
import { config } from '../../app/config.ts'

export type { Article, HelpTopic } from '../../../../contract/help-articles/article.ts'

const named = (text: string) => text.replaceAll('{brand}', config.brandName)

/** The articles, with the name of this installation. */
export const ARTICLES: readonly Article[] = TEXTS.map((article) => ({
  ...article,
  question: named(article.question),
  answer: article.answer.map(named),
  ...(article.points ? { points: article.points.map(named) } : {}),
}))

/** Articles of one topic, in reading order. */
export function articlesOf(topic: Article['topic']): readonly Article[] {
  return ARTICLES.filter((article) => article.topic === topic)
}

/** The article with this id. @throws {Error} when there is none, which a test would meet first */
export function articleOf(id: string): Article {
  const article = ARTICLES.find((one) => one.id === id)
  if (!article) throw new Error(`no help article ${id}`)
  return article
}

/** Articles that hold every word of the query: in the question first, then in the answer, then among other words for it. */
export function findArticles(query: string): readonly Article[] {
  const words = plain(query).split(/\s+/).filter(Boolean)
  if (words.length === 0) return []
  const rank = (article: Article): number => {
    const question = plain(article.question)
    const all = plain([article.question, ...article.answer, ...(article.points ?? [])].join(' '))
    if (words.every((word) => question.includes(word))) return 3
    if (words.every((word) => all.includes(word))) return 2
    const others = `${all} ${plain(article.alsoAsked ?? '')}`
    return words.every((word) => others.includes(word)) ? 1 : 0
  }
  return ARTICLES.map((article) => ({ article, rank: rank(article) }))
    .filter((found) => found.rank > 0)
    .sort((a, b) => b.rank - a.rank)
    .map((found) => found.article)
}

/** Without accents and capitals, as people type. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}
