import type { ExplainRefusal } from '../rest/errors.ts'

const RIGHTS: Readonly<Record<string, string>> = {
  table: 'select, insert, update, delete on table',
  view: 'select on table',
  function: 'execute on function',
  schema: 'usage on schema',
  sequence: 'usage on sequence',
}

/** Names the grant that a refused statement is missing; row level security has no such hint, as its text is another. */
export const hintAtGrant: ExplainRefusal = (code, _details, { message, role }) => {
  const [, kind = '', name = ''] = code === '42501' ? (/^permission denied for (\w+) (.+)$/.exec(message) ?? []) : []
  const rights = RIGHTS[kind]
  if (rights === undefined || role === null) return null
  return {
    hint: `${role} has no grant for it. Give in a migration what it needs of: grant ${rights} ${name} to ${role};`,
  }
}
