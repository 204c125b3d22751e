import type { ChangeListener } from './change-listener.ts'
import type { ChangeRequest } from './change-request.ts'
import type { ChangedTable } from './row-change.ts'

/** A channel's requests under one token. A new token creates a new watch. */
export interface Watch {
  readonly channel: ChangeListener
  readonly role: string
  readonly claimsJson: string
  /** Role and claims combined: watches with the same caller have the same permissions. */
  readonly caller: string
  readonly requests: readonly ChangeRequest[]
}

/** Watches of tables, indexed by table. */
export class Watches {
  readonly #byChannel = new Map<ChangeListener, Watch>()
  /** Key: schema, NUL, table; an empty part matches any. */
  readonly #byTable = new Map<string, Set<Watch>>()

  get size(): number {
    return this.#byChannel.size
  }

  /** Replaces the channel's previous watch. */
  set(watch: Watch): void {
    this.delete(watch.channel)
    this.#byChannel.set(watch.channel, watch)
    for (const key of keysOf(watch)) {
      const watches = this.#byTable.get(key)
      if (watches) watches.add(watch)
      else this.#byTable.set(key, new Set([watch]))
    }
  }

  delete(channel: ChangeListener): void {
    const watch = this.#byChannel.get(channel)
    if (!watch) return
    this.#byChannel.delete(channel)
    for (const key of keysOf(watch)) {
      const watches = this.#byTable.get(key)
      watches?.delete(watch)
      if (watches?.size === 0) this.#byTable.delete(key)
    }
  }

  /** False once the channel has ended or its token has changed: nothing more may be sent for this watch. */
  has(watch: Watch): boolean {
    return this.#byChannel.get(watch.channel) === watch
  }

  of(table: Pick<ChangedTable, 'schema' | 'name'>): Set<Watch> {
    const found = new Set<Watch>()
    for (const key of keysFor(table)) for (const watch of this.#byTable.get(key) ?? []) found.add(watch)
    return found
  }

  isWatched(table: Pick<ChangedTable, 'schema' | 'name'>): boolean {
    return keysFor(table).some((key) => this.#byTable.has(key))
  }

  all(): Iterable<Watch> {
    return this.#byChannel.values()
  }
}

/** Whether the request covers this table. */
export function covers(request: ChangeRequest, table: Pick<ChangedTable, 'schema' | 'name'>): boolean {
  return (
    (request.schema === null || request.schema === table.schema) &&
    (request.table === null || request.table === table.name)
  )
}

function keysOf(watch: Watch): Set<string> {
  return new Set(watch.requests.map(({ schema, table }) => `${schema ?? ''}\0${table ?? ''}`))
}

function keysFor({ schema, name }: Pick<ChangedTable, 'schema' | 'name'>): string[] {
  return [`${schema}\0${name}`, `${schema}\0`, `\0${name}`, '\0']
}
