import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import postgres from 'souk-backend/postgres'
import { createLogger, startEmbeddedPostgres } from 'souk-backend/testing'
import { readFunctionFiles } from '../backend/src/database/function-files.ts'
import { readList } from './landed-migrations.ts'
import { applySchemas } from './schemas/apply-schemas.ts'
import { HALVES, type Half } from './schemas/halves.ts'
import { readSchemas, type Statement } from './schemas/read-schemas.ts'

/**
 * `node scripts/make-baseline.ts` writes the first migration of backend and marketplace from their schemas: every statement once, in a
 * working order. Only until the first release; after that, each change of tables is a separate migration.
 */
const dataDir = await mkdtemp(join(tmpdir(), 'souk-baseline-'))
const server = await startEmbeddedPostgres(dataDir, createLogger('error'))
const sql = postgres({ ...server.connection, max: 1, onnotice: () => undefined })
try {
  for (const half of HALVES) {
    const statements = await applySchemas(sql, await readSchemas(half.schemas))
    await writeBaseline(half, statements)
  }
} finally {
  await sql.end()
  await server.stop()
  await rm(dataDir, { recursive: true, force: true })
}

async function writeBaseline({ owner, migrations, baseline }: Half, statements: readonly Statement[]): Promise<void> {
  if ((await readList(migrations)).has(baseline)) {
    throw new Error(`${baseline} has been released. Write a migration for what changes.`)
  }
  const others = (await readdir(migrations)).filter((name) => name.endsWith('.sql') && name !== baseline)
  if (others.length > 0) throw new Error(`${others.join(', ')}: delete what the new baseline holds already.`)
  const checksums = (await readFunctionFiles(migrations)).map(
    ({ name, checksum }) => `('${owner}', '${name}', '${checksum}')`,
  )
  await writeFile(
    join(migrations, baseline),
    `-- Generated from the schemas by scripts/make-baseline.ts: do not edit.
set local check_function_bodies = off;

${statements.map((statement) => `${statement.sql};`).join('\n\n')}

-- Records the function files that this baseline contains. Other servers that run it, such as hosted Supabase, lack the table.
do $record$
begin
  if to_regclass('migrations.repeatable') is not null then
    insert into migrations.repeatable (owner, name, checksum) values
${checksums.join(',\n')};
  end if;
end
$record$;
`,
  )
}
