import type { ConnectionOptions } from '../database/connection-options.ts'

/** Messages from the primary process to a worker. */
export type ToWorker =
  /** Connection to the running, migrated database. Not passed in the environment, where other programs could read the password. */
  { readonly kind: 'start'; readonly owner: ConnectionOptions } | { readonly kind: 'stop' }

/** Messages from a worker to the primary process. */
export type FromWorker =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'listening'; readonly url: string }
  /** One sentence for the operator. */
  | { readonly kind: 'failed'; readonly sentence: string }
