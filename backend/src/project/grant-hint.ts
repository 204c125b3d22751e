import type { ExplainRefusal } from '../rest/errors.ts'

const RIGHTS: Readonly<Record<string, string>> = {
  table: 'select, insert, update, delete on table',
  view: 'select on table',
  function: 'execute on function',
  schema: 'usage on schema',
  sequence: 'usage on sequence',
}

/** Suggests the missing grant for a refused statement; refusals by row level security have another message and get no hint. */
export const hintAtGrant: ExplainRefusal = (code, _details, { message, role }) => {
  const [, kind = '', name = ''] = code === '42501' ? (/^permission denied for (\w+) (.+)$/.exec(message) ?? []) : []
  const rights = RIGHTS[kind]
  if (rights === undefined || role === null) return null
  return {
    hint: `${role} has no grant for it. Give in a migration what it needs of: grant ${rights} ${name} to ${role};`,
  }
}
