import { join } from 'node:path'

/** Folders of the backend's or the marketplace's database. */
export interface Half {
  /** As in the migration record. */
  readonly owner: string
  readonly schemas: string
  readonly migrations: string
  readonly baseline: string
}

const ROOT = join(import.meta.dirname, '../..')

export const HALVES: readonly Half[] = [
  half('backend', join(ROOT, 'backend'), '0001_baseline.sql'),
  half('app', join(ROOT, 'marketplace/database'), '20261126000000_baseline.sql'),
]

function half(owner: string, folder: string, baseline: string): Half {
  return { owner, schemas: join(folder, 'schemas'), migrations: join(folder, 'migrations'), baseline }
}
