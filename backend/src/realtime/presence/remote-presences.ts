import type { Room } from '../channels/hub.ts'
import type { PresenceEntry } from './presence-registry.ts'

/** A presence change in one room. */
export interface RoomChange {
  readonly room: Room
  readonly joins: readonly PresenceEntry[]
  readonly leaves: readonly PresenceEntry[]
}

type Entries = Map<string, PresenceEntry>

/**
 * Presences of other processes. Each process is the only source for its own presences, so nothing can conflict; duplicates and reordering
 * are harmless.
 */
export class RemotePresences {
  /** process -> room -> reference -> entry */
  readonly #nodes = new Map<string, Map<Room, Entries>>()

  /** Adds and removes. @returns the effective change, null for none */
  apply(node: string, room: Room, joins: readonly PresenceEntry[], leaves: readonly string[]): RoomChange | null {
    const rooms = this.#nodes.get(node) ?? new Map<Room, Entries>()
    const entries: Entries = rooms.get(room) ?? new Map()
    const left: PresenceEntry[] = []
    for (const ref of leaves) {
      const entry = entries.get(ref)
      if (entry) left.push(entry)
      entries.delete(ref)
    }
    const joined = joins.filter(({ ref }) => !entries.has(ref))
    for (const entry of joined) entries.set(entry.ref, entry)
    if (entries.size > 0) rooms.set(room, entries)
    else rooms.delete(room)
    if (rooms.size > 0) this.#nodes.set(node, rooms)
    else this.#nodes.delete(node)
    return joined.length + left.length > 0 ? { room, joins: joined, leaves: left } : null
  }

  /** Makes a process's presences exactly these, and removes all others. */
  replace(node: string, state: Iterable<readonly [Room, Iterable<PresenceEntry>]>): RoomChange[] {
    const wanted = new Map<Room, PresenceEntry[]>()
    for (const [room, entries] of state) wanted.set(room, [...entries])
    const known = this.#nodes.get(node) ?? new Map<Room, Entries>()
    const changes: RoomChange[] = []
    for (const room of new Set([...wanted.keys(), ...known.keys()])) {
      const joins = wanted.get(room) ?? []
      const refs = new Set(joins.map(({ ref }) => ref))
      const leaves = [...(known.get(room)?.keys() ?? [])].filter((ref) => !refs.has(ref))
      const change = this.apply(node, room, joins, leaves)
      if (change) changes.push(change)
    }
    return changes
  }

  *entries(room: Room): Iterable<PresenceEntry> {
    for (const rooms of this.#nodes.values()) yield* rooms.get(room)?.values() ?? []
  }
}
