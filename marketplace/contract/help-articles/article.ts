export type HelpTopic = 'safety' | 'account' | 'posting'

/** The parts of a topic with many articles, in reading order. */
export const CHAPTERS = ['Posting and selling', 'Finding and buying'] as const
export type Chapter = (typeof CHAPTERS)[number]

export interface Article {
  /** Also the anchor on the topic's page. */
  id: string
  topic: HelpTopic
  /** Sub-heading on the topic's page. */
  chapter?: Chapter
  question: string
  /** Paragraphs. */
  answer: readonly string[]
  /** Points or steps after the paragraphs. */
  points?: readonly string[]
  /** Among the questions on the first page of the help. */
  often?: true
  /** Words that people use for it and the text does not. */
  alsoAsked?: string
  /** The page where one does it. */
  doIt?: { label: string; path: string }
}
