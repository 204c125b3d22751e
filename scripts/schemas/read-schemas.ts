import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse } from 'libpg-query'

/** One statement of a schema file, without surrounding comments. */
export interface Statement {
  readonly file: string
  /** Name in PostgreSQL's parser: CreateStmt, CreateFunctionStmt, ... */
  readonly kind: string
  readonly sql: string
}

/** Parses the statements of all files below a schema folder, file by file, with PostgreSQL's own parser. */
export async function readSchemas(directory: string): Promise<Statement[]> {
  const files = (await readdir(directory, { recursive: true })).filter((name) => name.endsWith('.sql')).sort()
  const perFile = await Promise.all(files.map(async (file) => ({ file, text: await readFile(join(directory, file)) })))
  const statements: Statement[] = []
  for (const { file, text } of perFile) statements.push(...(await statementsOf(file, text)))
  return statements
}

async function statementsOf(file: string, text: Buffer): Promise<Statement[]> {
  const { stmts = [] } = await parse(text.toString()).catch((cause: unknown) => {
    throw new Error(`${file}: ${cause instanceof Error ? cause.message : cause}`, { cause })
  })
  return stmts.map(({ stmt = {}, stmt_location: start = 0, stmt_len: length }) => {
    // Positions are in bytes, relative to the end of the previous statement.
    const end = length ? start + length : text.length
    const sql = text
      .subarray(start, end)
      .toString()
      .replace(/^(\s|--.*)+/, '')
      .replace(/[\s;]+$/, '')
    return { file, kind: Object.keys(stmt)[0] ?? '', sql }
  })
}
