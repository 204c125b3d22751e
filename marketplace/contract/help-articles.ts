import { ACCOUNT } from './help-articles/account.ts'
import type { Article } from './help-articles/article.ts'
import { BUYING } from './help-articles/buying.ts'
import { SAFETY } from './help-articles/safety.ts'
import { SELLING } from './help-articles/selling.ts'

/**
 * Short answers on what this software does today; `{brand}` stands for the name of the installation. They are also rows of
 * `help_articles` (written by `database/seed/generate-help-migration.ts`), where the assistant looks them up.
 * A new ability of the product brings its article with it.
 */
export const ARTICLES: readonly Article[] = [...SAFETY, ...ACCOUNT, ...SELLING, ...BUYING]
