import type { ConnectionOptions } from '../database/connection-options.ts'

/** What the primary process tells a worker. */
export type ToWorker =
  /** The database, running and up to date. Not in the environment, where other programs could read the password. */
  { readonly kind: 'start'; readonly owner: ConnectionOptions } | { readonly kind: 'stop' }

/** What a worker tells the primary process. */
export type FromWorker =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'listening'; readonly url: string }
  /** One sentence for people. */
  | { readonly kind: 'failed'; readonly sentence: string }
