import type { Language } from '../languages.ts'

/** Topics of the help, in display order; the list of all articles is sorted by it. */
export const HELP_TOPICS = ['safety', 'account', 'posting'] as const
export type HelpTopic = (typeof HELP_TOPICS)[number]

/** Chapters of topics with many articles, in reading order. */
export const CHAPTERS = ['selling', 'buying'] as const
export type Chapter = (typeof CHAPTERS)[number]

/** A help article in one language. `{brand}` in its texts is replaced by the installation's name. */
export interface Article {
  /** Its file name and the end of its URL; the same in every language. */
  readonly id: string
  /** Shown only if items can be paid for here, or only if they can't; without it, always. */
  readonly payments?: 'on' | 'off'
  readonly topic: HelpTopic
  /** Sub-heading on the topic's page. */
  readonly chapter?: Chapter
  /** Position among the frequent questions on the help's front page. */
  readonly often?: number
  readonly question: string
  /** Search terms that the text does not contain. */
  readonly keywords: string
  /** Paragraphs. The first one is the short answer. */
  readonly answer: readonly string[]
  /** Bullet points or steps after the paragraphs. */
  readonly points?: readonly string[]
  /** The points are ordered steps. */
  readonly inSteps?: true
  /** Ids of three related articles. */
  readonly related: readonly string[]
  /** Link to the page for doing it. */
  readonly action?: { readonly label: string; readonly path: string }
  /** The day on which its text last changed in any language (scripts/date-help.ts). */
  readonly updated: string
}

/** The payment provider. */
export type Payments = 'off' | 'test' | 'stripe'

/** The articles of an installation with or without payments. */
export function applying(articles: readonly Article[], payments: Payments): readonly Article[] {
  return articles.filter((article) => article.payments !== (payments === 'off' ? 'on' : 'off'))
}

/** In reading order, for both settings of payments. */
export type Help = Readonly<Record<Language, readonly Article[]>>
