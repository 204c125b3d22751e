import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Job } from 'souk-backend/jobs'
import type { Sql, TransactionSql } from 'souk-backend/postgres'
import { applying, type Help, type Payments } from '../contract/help/article.ts'

/**
 * The help changes more often than the schema, so a starting server replaces the articles in the database unless they are the same. After
 * an upgrade the hourly run makes sure that the new version wins, in case a server of the former version wrote meanwhile.
 * @param file the articles as parsed by the build
 * @param payments  the payment provider, which decides which articles apply
 */
export function writeHelpArticles(file: string, payments: Payments): Job {
  return {
    name: 'write-help-articles',
    schedule: '7 * * * *',
    atStart: true,
    async run({ sql, log }) {
      const help = JSON.parse(await readFile(file, 'utf8')) as Help // written by scripts/build-web.ts
      if (await writeHelp(sql, help, payments)) log.info({ articles: help.en.length }, 'help articles updated')
    },
  }
}

/** @returns whether anything was written */
export async function writeHelp(sql: Sql | TransactionSql, help: Help, payments: Payments = 'off'): Promise<boolean> {
  const rows = helpRows(help, payments)
  const version = createHash('sha256').update(JSON.stringify(rows)).digest('hex')
  const [row] = await sql<{ written: boolean }[]>`
    select private.write_help_articles(${sql.json(rows)}, ${version}) as written`
  return row?.written ?? false
}

/** The rows of `help_articles`, one per article and language. */
export function helpRows(help: Help, payments: Payments = 'off') {
  return Object.entries(help).flatMap(([language, articles]) =>
    applying(articles, payments).map(({ id, topic, question, answer, points = [], action = null, keywords }) => ({
      id,
      language,
      topic,
      question,
      answer: [...answer],
      points: [...points],
      action,
      also_asked: keywords,
    })),
  )
}
