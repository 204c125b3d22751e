import { parseDatabaseUrl } from '../database/database.ts'
import { generateTypes } from '../generate-types/generate-types.ts'
import { StartupError } from '../startup-error.ts'
import { type Command, readArgs } from './command.ts'
import { folderConfig } from './folder.ts'
import { onDatabase, TARGET_HELP, TARGET_OPTIONS } from './target.ts'

/** Takes the options of Supabase's CLI. */
export const genTypes: Command = {
  summary: 'prints the types of a database for the client library',
  help: `souk-backend gen types [typescript] [--schema public,other] [--roles anon,authenticated] [--json]

Prints them. Objects that none of the roles may use are left out; add service_role for the rest.

${TARGET_HELP}; DATABASE_URL without either`,
  async run(args) {
    const { values, positionals } = readArgs(args, {
      allowPositionals: true,
      options: {
        ...TARGET_OPTIONS,
        lang: { type: 'string', default: 'typescript' },
        schema: { type: 'string', short: 's', multiple: true, default: ['public'] },
        roles: { type: 'string', default: 'anon,authenticated' },
        json: { type: 'boolean' },
      },
    })
    const [language = values.lang] = positionals
    if (language !== 'typescript') throw new StartupError('Only types for TypeScript can be generated.')
    const schemas = values.schema.flatMap((names) => names.split(','))
    const wanted = { schemas, roles: values.roles.split(',') }
    const url = values['db-url'] ?? (values.local ? undefined : process.env.DATABASE_URL)
    const types =
      url === undefined
        ? await onDatabase(await folderConfig(), values, (_sql, connection) => generateTypes(connection, wanted))
        : await generateTypes(parseDatabaseUrl(url), wanted)
    process.stdout.write(values.json ? `${JSON.stringify({ types }, null, 2)}\n` : types)
  },
}
