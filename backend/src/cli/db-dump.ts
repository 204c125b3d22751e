import { createWriteStream } from 'node:fs'
import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import { dumpSchemas } from '../backup/dump.ts'
import { dumpRows, GIVEN_SCHEMAS } from '../project/dump-rows.ts'
import { type Command, print, readArgs } from './command.ts'
import { folderConfig } from './folder.ts'
import { onDatabase, TARGET_HELP, TARGET_OPTIONS } from './target.ts'

export const dbDump: Command = {
  summary: 'dumps the schema or the data of a database as SQL',
  help: `souk-backend db dump [-f FILE] [--data-only [--use-copy]] [-s SCHEMA] [--json]

${TARGET_HELP}
  -f, --file     where to, instead of standard output
  --json         as JSON: the size of FILE, or the SQL itself
  --data-only    rows instead of definitions, with accounts and metadata of stored files
  --use-copy     rows as COPY, for psql, instead of INSERT
  -s, --schema   only these schemas, separated by commas

Definitions need pg_dump of the database's version or a later one (PG_BIN names its folder).`,
  async run(args) {
    const { values } = readArgs(args, {
      options: {
        ...TARGET_OPTIONS,
        file: { type: 'string', short: 'f' },
        'data-only': { type: 'boolean' },
        'use-copy': { type: 'boolean' },
        json: { type: 'boolean' },
        schema: { type: 'string', short: 's', multiple: true, default: [] },
      },
    })
    const schemas = values.schema.flatMap((names) => names.split(','))
    const file = values.file === undefined ? null : createWriteStream(values.file)
    const whole = values.json && file === null ? new PassThrough() : null
    const sqlText = whole && text(whole)
    const target = file ?? whole ?? process.stdout
    await onDatabase(await folderConfig(), values, (sql, connection) =>
      values['data-only']
        ? dumpRows(sql, { schemas, asCopy: values['use-copy'] === true }, target)
        : dumpSchemas(sql, connection, { schemas, left: GIVEN_SCHEMAS }, target),
    )
    if (target === process.stdout) return
    target.end()
    await finished(target)
    if (values.json) print(true, file ? { file: values.file, bytes: file.bytesWritten } : { sql: await sqlText }, '')
  },
}
