import type { Broadcast, RoomMessage } from '../broadcast/room-message.ts'

/** Key of a channel's audience: a private and a public channel of the same name are separate rooms. */
export type Room = `private:${string}` | `public:${string}`

export function roomOf(name: string, isPrivate: boolean): Room {
  return isPrivate ? `private:${name}` : `public:${name}`
}

/** The channel's name, without "realtime:". */
export function nameOf(room: Room): string {
  return room.slice(room.indexOf(':') + 1)
}

export interface Member {
  /** Must neither throw nor block: it is called in a loop over all members. */
  deliver(message: RoomMessage): void
}

/**
 * Tracks the members of rooms and delivers to them. `publish` is for messages that only this process has (a client's broadcast): it also
 * forwards them to other processes, without waiting. `deliver` reaches the sockets of this process only: for rows from the write-ahead log,
 * which every process reads itself, and for messages from other processes.
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

  /** @param share forwards to other processes, without waiting */
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
