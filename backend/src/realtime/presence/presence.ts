import { PresenceChange } from '../broadcast/room-message.ts'
import { type Hub, type Member, nameOf, type Room } from '../channels/hub.ts'
import type { SharedState } from '../cluster/parcel.ts'
import { type PresenceEntry, PresenceRegistry } from './presence-registry.ts'
import { RemotePresences, type RoomChange } from './remote-presences.ts'

type Metas = { metas: Readonly<Record<string, unknown>>[] }
/** Phoenix presence map: key -> metas. Without a prototype, because keys come from clients. */
export type PresenceMap = Record<string, Metas>

interface Parts {
  readonly node: string
  readonly hub: Hub
  /** Tells other processes. */
  share(room: Room, joins: readonly PresenceEntry[], leaves: readonly string[]): void
}

/** Presences of all processes by room, and the diffs for local watchers. */
export class Presence {
  readonly #parts: Parts
  readonly #own: PresenceRegistry<Member>
  readonly #remote = new RemotePresences()

  constructor(parts: Parts) {
    this.#parts = parts
    this.#own = new PresenceRegistry(parts.node)
  }

  track(room: Room, owner: Member, key: string, payload: Readonly<Record<string, unknown>>): void {
    const change = this.#own.track(room, owner, key, payload)
    if (!change) return
    const { joined, left } = change
    this.#tell({ room, joins: [joined], leaves: left ? [left] : [] })
    this.#parts.share(room, [{ key: joined.key, ref: joined.ref, meta: joined.meta }], left ? [left.ref] : [])
  }

  untrack(room: Room, owner: Member): void {
    const left = this.#own.untrack(room, owner)
    if (!left) return
    this.#tell({ room, joins: [], leaves: [left] })
    this.#parts.share(room, [], [left.ref])
  }

  state(room: Room): PresenceMap {
    return toMap([...this.#own.entries(room), ...this.#remote.entries(room)])
  }

  /** All presences of this process. */
  ownState(): SharedState {
    return [...this.#own.rooms()].map(([room, entries]) => [
      room,
      [...entries].map(({ key, ref, meta }) => ({ key, ref, meta })),
    ])
  }

  /** Applies a change from another process. */
  hear(node: string, room: Room, joins: readonly PresenceEntry[], leaves: readonly string[]): void {
    const change = this.#remote.apply(node, room, joins, leaves)
    if (change) this.#tell(change)
  }

  /** Replaces the presences of another process; an empty state when it is gone. */
  replace(node: string, state: SharedState): void {
    for (const change of this.#remote.replace(node, state)) this.#tell(change)
  }

  #tell({ room, joins, leaves }: RoomChange): void {
    this.#parts.hub.deliver(room, new PresenceChange(nameOf(room), { joins: toMap(joins), leaves: toMap(leaves) }))
  }
}

function toMap(entries: Iterable<PresenceEntry>): PresenceMap {
  const map: PresenceMap = Object.create(null)
  for (const { key, meta } of entries) {
    const known = map[key]
    if (known) known.metas.push(meta)
    else map[key] = { metas: [meta] }
  }
  return map
}
