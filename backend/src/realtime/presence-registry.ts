import type { Room } from './hub.ts'

/** One person's presence from one channel instance. `json` tells whether a new payload differs. */
interface Entry {
  readonly key: string
  readonly ref: string
  readonly json: string
  readonly meta: Readonly<Record<string, unknown>>
}

type Metas = { metas: Readonly<Record<string, unknown>>[] }
/** What Phoenix calls a presence map: key -> metas. Without a prototype, because keys come from strangers. */
export type PresenceMap = Record<string, Metas>
export interface PresenceDiff {
  readonly joins: PresenceMap
  readonly leaves: PresenceMap
}

/**
 * Who is present in which room, in memory: clients track again after every join, so a restart loses nothing.
 * An owner (a channel instance) has at most one entry per room.
 */
export class PresenceRegistry<Owner extends object> {
  readonly #rooms = new Map<Room, Map<Owner, Entry>>()
  #lastRef = 0

  /** Null when the owner says again what it said before. */
  track(room: Room, owner: Owner, key: string, payload: Readonly<Record<string, unknown>>): PresenceDiff | null {
    const entries = this.#rooms.get(room) ?? new Map<Owner, Entry>()
    const previous = entries.get(owner)
    const json = JSON.stringify(payload)
    if (previous?.json === json) return null
    const ref = this.#nextRef()
    const meta = { ...payload, ...(previous ? { phx_ref_prev: previous.ref } : {}), phx_ref: ref }
    const entry: Entry = { key, ref, json, meta }
    entries.set(owner, entry)
    this.#rooms.set(room, entries)
    return { joins: toMap([entry]), leaves: toMap(previous ? [previous] : []) }
  }

  /** Null when the owner was not present. */
  untrack(room: Room, owner: Owner): PresenceDiff | null {
    const entries = this.#rooms.get(room)
    const entry = entries?.get(owner)
    if (!entries || !entry) return null
    entries.delete(owner)
    if (entries.size === 0) this.#rooms.delete(room)
    return { joins: toMap([]), leaves: toMap([entry]) }
  }

  state(room: Room): PresenceMap {
    return toMap(this.#rooms.get(room)?.values() ?? [])
  }

  #nextRef(): string {
    this.#lastRef += 1
    return `${process.pid.toString(36)}-${this.#lastRef.toString(36)}`
  }
}

function toMap(entries: Iterable<Entry>): PresenceMap {
  const map: PresenceMap = Object.create(null)
  for (const { key, meta } of entries) {
    const known = map[key]
    if (known) known.metas.push(meta)
    else map[key] = { metas: [meta] }
  }
  return map
}
