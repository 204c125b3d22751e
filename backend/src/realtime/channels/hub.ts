import type { Broadcast, RoomMessage } from '../broadcast/room-message.ts'

/** The key of a channel's audience: a private and a public channel of one name are two rooms. */
export type Room = `private:${string}` | `public:${string}`

export function roomOf(name: string, isPrivate: boolean): Room {
  return isPrivate ? `private:${name}` : `public:${name}`
}

/** The channel's name, without "realtime:". */
export function nameOf(room: Room): string {
  return room.slice(room.indexOf(':') + 1)
}

export interface Member {
  /** Must not throw and must not wait: it is called in a loop over everybody. */
  deliver(message: RoomMessage): void
}

/**
 * Who is where, and the way to all of them. `publish` is for what this process alone knows (a client's broadcast): other
 * processes are told as well, but nobody here waits for that. `deliver` is for the sockets of this process only: rows
 * from the write-ahead log, which every process reads by itself, and what other processes told.
 */
export interface Hub {
  enter(room: Room, member: Member): void
  leave(room: Room, member: Member): void
  publish(room: Room, broadcast: Broadcast, except?: Member): void
  deliver(room: Room, message: RoomMessage, except?: Member): void
}

export class LocalHub implements Hub {
  readonly #rooms = new Map<Room, Set<Member>>()
  readonly #share: (room: Room, broadcast: Broadcast) => void

  /** @param share tells other processes, without waiting */
  constructor(share: (room: Room, broadcast: Broadcast) => void = () => undefined) {
    this.#share = share
  }

  enter(room: Room, member: Member): void {
    const members = this.#rooms.get(room)
    if (members) members.add(member)
    else this.#rooms.set(room, new Set([member]))
  }

  leave(room: Room, member: Member): void {
    const members = this.#rooms.get(room)
    members?.delete(member)
    if (members?.size === 0) this.#rooms.delete(room)
  }

  publish(room: Room, broadcast: Broadcast, except?: Member): void {
    this.deliver(room, broadcast, except)
    this.#share(room, broadcast)
  }

  deliver(room: Room, message: RoomMessage, except?: Member): void {
    const members = this.#rooms.get(room)
    if (!members) return
    for (const member of members) {
      if (member !== except) member.deliver(message)
    }
  }
}
