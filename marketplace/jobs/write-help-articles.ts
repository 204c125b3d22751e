import { createHash } from 'node:crypto'
import type { Sql, TransactionSql } from 'postgres'
import type { Job } from '../../backend/src/jobs/job.ts'
import { HELP } from '../contract/help-articles/languages.ts'

/** The rows of `help_articles`, one for each article and language. */
export const HELP_ROWS = Object.entries(HELP).flatMap(([language, articles]) =>
  articles.map(({ id, topic, question, answer, points = [], doIt = null, alsoAsked = '' }) => ({
    id,
    language,
    topic,
    question,
    answer: [...answer],
    points: [...points],
    action: doIt,
    also_asked: alsoAsked,
  })),
)

const VERSION = createHash('sha256').update(JSON.stringify(HELP_ROWS)).digest('hex')

/**
 * The help is content, and changes more often than the schema: a server that starts puts its articles in the place of
 * those in the database, unless they are the same. After an upgrade the hourly run has the last word, should a server of
 * the version before have written meanwhile.
 */
export const writeHelpArticles: Job = {
  name: 'write-help-articles',
  schedule: '7 * * * *',
  atStart: true,
  async run({ sql, log }) {
    if (await writeHelp(sql)) log.info({ articles: HELP_ROWS.length }, 'the articles of the help were written')
  },
}

/** @returns whether there was anything to write */
export async function writeHelp(sql: Sql | TransactionSql): Promise<boolean> {
  const [row] = await sql<{ written: boolean }[]>`
    select private.write_help_articles(${sql.json(HELP_ROWS)}, ${VERSION}) as written`
  return row?.written ?? false
}
