export type HelpTopic = 'safety' | 'account' | 'posting'

/** The parts of a topic with many articles, in reading order. */
export const CHAPTERS = ['Posting and selling', 'Finding and buying'] as const
export type Chapter = (typeof CHAPTERS)[number]

/** What an article says, in one language. */
export interface ArticleWords {
  question: string
  /** Paragraphs. */
  answer: readonly string[]
  /** Points or steps after the paragraphs. */
  points?: readonly string[]
  /** Words that people use for it and the text does not. */
  alsoAsked?: string
}

export interface Article extends ArticleWords {
  /** Also the anchor on the topic's page; the same in every language. */
  id: string
  topic: HelpTopic
  /** Sub-heading on the topic's page. */
  chapter?: string
  /** Among the questions on the first page of the help. */
  often?: true
  /** The page where one does it. */
  doIt?: { label: string; path: string }
}

/** The help in another language than English, in which it is written first. */
export interface HelpWords {
  chapters: Readonly<Record<Chapter, string>>
  /** Of the links to where one does it, by their English text. */
  labels: Readonly<Record<string, string>>
  /** By the id of the article. */
  articles: Readonly<Record<string, ArticleWords>>
}
