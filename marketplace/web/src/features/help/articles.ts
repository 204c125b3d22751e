import { use } from 'react'
import type { Article, HelpWords } from '../../../../contract/help-articles/article.ts'
import { ARTICLES, articlesIn } from '../../../../contract/help-articles.ts'
import type { Language } from '../../../../contract/languages.ts'
import { config } from '../../app/config.ts'
import { currentLanguage } from '../../i18n/language.ts'

export type { Article, HelpTopic } from '../../../../contract/help-articles/article.ts'

/** The articles in the reader's language, with the name of this installation. */
export class Articles {
  readonly all: readonly Article[]

  constructor(texts: readonly Article[]) {
    this.all = texts.map((article) => ({
      ...article,
      question: named(article.question),
      answer: article.answer.map(named),
      ...(article.points ? { points: article.points.map(named) } : {}),
    }))
  }

  /** Articles of one topic, in reading order. */
  of(topic: Article['topic']): readonly Article[] {
    return this.all.filter((article) => article.topic === topic)
  }

  /** The article with this id. @throws {Error} when there is none, which a test would meet first */
  one(id: string): Article {
    const article = this.all.find((known) => known.id === id)
    if (!article) throw new Error(`no help article ${id}`)
    return article
  }

  /** Articles that hold every word of the query: in the question first, then in the answer, then among other words for it. */
  find(query: string): readonly Article[] {
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
    return this.all
      .map((article) => ({ article, rank: rank(article) }))
      .filter((found) => found.rank > 0)
      .sort((a, b) => b.rank - a.rank)
      .map((found) => found.article)
  }
}

const named = (text: string) => text.replaceAll('{brand}', config.brandName)

/** Without accents and capitals, as people type. */
function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** English comes with the page, also without a connection; the words of another language beside it. */
const OTHERS: Readonly<Partial<Record<Language, () => Promise<HelpWords>>>> = {
  pt: async () => (await import('../../../../contract/help-articles/pt.ts')).PORTUGUESE,
  es: async () => (await import('../../../../contract/help-articles/es.ts')).SPANISH,
  de: async () => (await import('../../../../contract/help-articles/de.ts')).GERMAN,
  fr: async () => (await import('../../../../contract/help-articles/fr.ts')).FRENCH,
}

let inThisLanguage: Promise<Articles> | null = null

async function load(): Promise<Articles> {
  try {
    const words = await OTHERS[currentLanguage()]?.()
    return new Articles(words ? articlesIn(words) : ARTICLES)
  } catch {
    // An answer in English is better than none: the next load of the page asks again.
    return new Articles(ARTICLES)
  }
}

/** The articles, for a page below a Suspense. The language belongs to the load of the page, so they never change. */
export function useArticles(): Articles {
  inThisLanguage ??= load()
  return use(inThisLanguage)
}
