import type { Language } from '../languages.ts'

/** What the help is about, in the order of its first page; the list of all articles goes by it. */
export const HELP_TOPICS = ['safety', 'account', 'posting'] as const
export type HelpTopic = (typeof HELP_TOPICS)[number]

/** The parts of a topic with many articles, in reading order. */
export const CHAPTERS = ['selling', 'buying'] as const
export type Chapter = (typeof CHAPTERS)[number]

/** An article of the help in one language. `{brand}` in its texts stands for the name of the installation. */
export interface Article {
  /** The name of its file and the end of its address; the same in every language. */
  readonly id: string
  readonly topic: HelpTopic
  /** Sub-heading on the topic's page. */
  readonly chapter?: Chapter
  /** Its place among the questions on the first page of the help. */
  readonly often?: number
  readonly question: string
  /** Words that people use for it and the text does not. */
  readonly keywords: string
  /** Paragraphs. The first is the short answer. */
  readonly answer: readonly string[]
  /** Points or steps after the paragraphs. */
  readonly points?: readonly string[]
  /** The points are done in their order. */
  readonly inSteps?: true
  /** Three articles to read next. */
  readonly related: readonly string[]
  /** The page where one does it. */
  readonly action?: { readonly label: string; readonly path: string }
  /** The day on which its text last changed in any language (scripts/date-help.ts). */
  readonly updated: string
}

/** In reading order. */
export type Help = Readonly<Record<Language, readonly Article[]>>
