import { ACCOUNT } from './help-articles/account.ts'
import type { Article, Chapter, HelpWords } from './help-articles/article.ts'
import { BUYING } from './help-articles/buying.ts'
import { SAFETY } from './help-articles/safety.ts'
import { SELLING } from './help-articles/selling.ts'

/**
 * Short answers on what this software does today; `{brand}` stands for the name of the installation. They are also rows of
 * `help_articles`, which the server writes when it starts (jobs/write-help-articles.ts) and the assistant looks them up in.
 * A new ability of the product brings its article with it, in every language (help-articles/de.ts and so on).
 */
export const ARTICLES: readonly Article[] = [...SAFETY, ...ACCOUNT, ...SELLING, ...BUYING]

/** The articles in another language; what it does not say stays in English. */
export function articlesIn({ chapters, labels, articles }: HelpWords): readonly Article[] {
  return ARTICLES.map(({ chapter, doIt, ...article }) => ({
    ...article,
    ...articles[article.id],
    ...(chapter ? { chapter: chapters[chapter as Chapter] ?? chapter } : {}),
    ...(doIt ? { doIt: { ...doIt, label: labels[doIt.label] ?? doIt.label } } : {}),
  }))
}
