import { join } from 'node:path'

/** What makes a database of ours like one of Supabase: roles, columns, schemas, functions. */
export const LIKENESS = join(import.meta.dirname, '../../project/migrations')
