import { join } from 'node:path'

/** Roles, columns, schemas and functions that Supabase's databases have. */
export const LIKENESS = join(import.meta.dirname, '../../project/migrations')
