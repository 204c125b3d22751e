import type { RoomMessage } from './room-message.ts'

/** The key of a channel's audience: a private and a public channel of one name are two rooms. */
export type Room = `private:${string}` | `public:${string}`

export function roomOf(name: string, isPrivate: boolean): Room {
  return isPrivate ? `private:${name}` : `public:${name}`
}

export interface Member {
  /** Must not throw and must not wait: it is called in a loop over everybody. */
  deliver(message: RoomMessage): void
}

/**
 * Who is where, and the way to all of them. `publish` is for what one process alone knows (a client's broadcast);
 * `deliver` is for what every process hears by itself (rows from the write-ahead log). In one process they are the
 * same; a transport between processes changes `publish` only.
 */
export interface Hub {
  enter(room: Room, member: Member): void
  leave(room: Room, member: Member): void
  publish(room: Room, message: RoomMessage, except?: Member): void
  deliver(room: Room, message: RoomMessage, except?: Member): void
}

export class LocalHub implements Hub {
  readonly #rooms = new Map<Room, Set<Member>>()

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

  publish(room: Room, message: RoomMessage, except?: Member): void {
    this.deliver(room, message, except)
  }

  deliver(room: Room, message: RoomMessage, except?: Member): void {
    const members = this.#rooms.get(room)
    if (!members) return
    for (const member of members) {
      if (member !== except) member.deliver(message)
    }
  }
}
