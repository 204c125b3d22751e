import { resolve } from 'node:path'
import { dumpText } from '../backup/dump.ts'
import { type Command, readArgs } from './command.ts'
import { folderConfig } from './folder.ts'
import { onDatabase, TARGET_HELP, TARGET_OPTIONS } from './target.ts'

export const dbDump: Command = {
  summary: 'the schema or the data of a database as SQL',
  help: `souk-backend db dump [-f FILE] [--data-only [--use-copy]] [-s SCHEMA]

${TARGET_HELP}
  -f, --file     where to, instead of standard output
  --data-only    the rows instead of the definitions
  --use-copy     rows as COPY instead of INSERT
  -s, --schema   only these schemas, separated by commas

Needs pg_dump of the database's version or a later one (PG_BIN names its folder).`,
  async run(args) {
    const { values } = readArgs(args, {
      options: {
        ...TARGET_OPTIONS,
        file: { type: 'string', short: 'f' },
        'data-only': { type: 'boolean' },
        'use-copy': { type: 'boolean' },
        schema: { type: 'string', short: 's', multiple: true, default: [] },
      },
    })
    const wanted = {
      isData: values['data-only'] === true,
      isCopy: values['use-copy'] === true,
      schemas: values.schema.flatMap((names) => names.split(',')),
      file: values.file === undefined ? null : resolve(values.file),
    }
    await onDatabase(await folderConfig(), values, (sql, connection) => dumpText(sql, connection, wanted))
  },
}
