import type { Room } from '../channels/hub.ts'

/** One presence, as shared between processes. */
export interface PresenceEntry {
  readonly key: string
  /** Unique across all processes; also in `meta`, as `phx_ref`. */
  readonly ref: string
  readonly meta: Readonly<Record<string, unknown>>
}

/** `json` detects whether a new payload differs. */
interface OwnEntry extends PresenceEntry {
  readonly json: string
}

/**
 * Presences of this process, in memory: clients track again after every join, so a restart loses nothing. An owner (a channel instance) has
 * at most one entry per room.
 */
export class PresenceRegistry<Owner extends object> {
  readonly #rooms = new Map<Room, Map<Owner, OwnEntry>>()
  readonly #node: string
  #lastRef = 0

  /** @param node distinguishes the references of this process from those of others */
  constructor(node: string) {
    this.#node = node
  }

  /** Returns null when the owner's entry is unchanged. */
  track(
    room: Room,
    owner: Owner,
    key: string,
    payload: Readonly<Record<string, unknown>>,
  ): { joined: PresenceEntry; left: PresenceEntry | null } | null {
    const entries = this.#rooms.get(room) ?? new Map<Owner, OwnEntry>()
    const previous = entries.get(owner)
    const json = JSON.stringify(payload)
    if (previous?.json === json) return null
    const ref = this.#nextRef()
    const meta = { ...payload, ...(previous ? { phx_ref_prev: previous.ref } : {}), phx_ref: ref }
    const entry = { key, ref, json, meta }
    entries.set(owner, entry)
    this.#rooms.set(room, entries)
    return { joined: entry, left: previous ?? null }
  }

  /** @returns the removed entry, null when the owner was not present */
  untrack(room: Room, owner: Owner): PresenceEntry | null {
    const entries = this.#rooms.get(room)
    const entry = entries?.get(owner)
    if (!entries || !entry) return null
    entries.delete(owner)
    if (entries.size === 0) this.#rooms.delete(room)
    return entry
  }

  entries(room: Room): Iterable<PresenceEntry> {
    return this.#rooms.get(room)?.values() ?? []
  }

  *rooms(): Iterable<readonly [Room, Iterable<PresenceEntry>]> {
    for (const [room, entries] of this.#rooms) yield [room, entries.values()]
  }

  #nextRef(): string {
    this.#lastRef += 1
    return `${this.#node}-${this.#lastRef.toString(36)}`
  }
}
