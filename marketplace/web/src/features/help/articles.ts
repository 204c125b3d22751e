import { english, others } from 'virtual:help'
import { use } from 'react'
import { type Article, applying } from '../../../../contract/help/article.ts'
import { currentLanguage } from '../../i18n/messages.ts'
import { config } from '../../lib/config.ts'

export type { Article, HelpTopic } from '../../../../contract/help/article.ts'

/** Articles in the reader's language, with the brand name filled in. */
export class Articles {
  readonly all: readonly Article[]

  constructor(texts: readonly Article[]) {
    this.all = applying(texts, config.payments).map((article) => ({
      ...article,
      question: named(article.question),
      answer: article.answer.map(named),
      ...(article.points ? { points: article.points.map(named) } : {}),
    }))
  }

  of(topic: Article['topic']): readonly Article[] {
    return this.all.filter((article) => article.topic === topic)
  }

  /** Articles of the first page, in order. */
  askedOften(): readonly Article[] {
    return this.all.filter(({ often }) => often).toSorted((a, b) => Number(a.often) - Number(b.often))
  }

  /** @throws {Error} for an unknown id */
  one(id: string): Article {
    const article = this.all.find((known) => known.id === id)
    if (!article) throw new Error(`no help article ${id}`)
    return article
  }

  /** Articles that contain all words: matches in the question first, then answer, then keywords. */
  find(query: string): readonly Article[] {
    const words = plain(query).split(/\s+/).filter(Boolean)
    if (words.length === 0) return []
    const rank = (article: Article): number => {
      const question = plain(article.question)
      const all = plain([article.question, ...article.answer, ...(article.points ?? [])].join(' '))
      if (words.every((word) => question.includes(word))) return 3
      if (words.every((word) => all.includes(word))) return 2
      const others = `${all} ${plain(article.keywords)}`
      return words.every((word) => others.includes(word)) ? 1 : 0
    }
    return this.all
      .map((article) => ({ article, rank: rank(article) }))
      .filter((found) => found.rank > 0)
      .sort((a, b) => b.rank - a.rank)
      .map((found) => found.article)
  }
}

const named = (text: string) => text.replaceAll('{brand}', config.brandName)

/** Lowercase without accents. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

let loaded: Articles | null = null
let loading: Promise<Articles> | null = null

async function load(): Promise<Articles> {
  try {
    const own = await others[currentLanguage()]?.()
    return new Articles(own?.articles ?? english)
  } catch {
    // Fall back to English until the next page load.
    return new Articles(english)
  }
}

/** Loads the articles once: changing the language reloads the page, so they never change. */
export function loadArticles(): Promise<Articles> {
  loading ??= load().then((articles) => {
    loaded = articles
    return articles
  })
  return loading
}

/** Suspends until the articles are loaded. */
export function useArticles(): Articles {
  return loaded ?? use(loadArticles())
}
