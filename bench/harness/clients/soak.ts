import { setTimeout as wait } from 'node:timers/promises'
import { ChannelSocket } from './channels.ts'
import { inWaves } from './raw-socket.ts'

/** Many rooms with frequent joins and leaves, for a while. */
export interface Soak {
  readonly address: string
  readonly sockets: number
  readonly rooms: number
  readonly seconds: number
  /** Over all rooms together. */
  readonly messagesPerSecond: number
  /** Members per second who change rooms, or who disconnect and reconnect. */
  readonly movesPerSecond: number
  readonly reconnectsPerSecond: number
}

export interface SoakResult {
  readonly sent: number
  readonly delivered: number
  readonly lost: number
  readonly doubled: number
  readonly moves: number
  readonly reconnects: number
  /** Sockets closed by the server. */
  readonly closed: number
  /** Milliseconds from sending to each delivery. */
  readonly p50: number
  readonly p99: number
  readonly most: number
}

const WAVE = 100
const TICK_MS = 20
const MOST_SAMPLES = 5_000_000
/** Messages that have not arrived this long after the end count as lost. */
const SETTLE_MS = 20_000

const soak = JSON.parse(process.argv[2] ?? '{}') as Soak // created by ../soak.ts

interface Room {
  readonly topic: string
  readonly members: Set<Member>
  sent: number
}

/** A member of a room: must receive every message sent after `since` exactly once. Only the messages of one sender are ordered. */
class Member {
  socket: ChannelSocket
  room: Room
  since = 0
  /** The highest message received, and the ones before it that are missing. */
  heard = 0
  readonly skipped = new Set<number>()
  isMoving = true
  isHangingUp = false

  constructor(room: Room) {
    this.room = room
    this.socket = this.#call()
  }

  get hasEverything(): boolean {
    return !this.isMoving && this.heard >= this.room.sent && this.skipped.size === 0
  }

  async enter(room: Room): Promise<void> {
    this.isMoving = true
    this.room = room
    await this.socket.opened
    await this.socket.join(room.topic)
    // Messages sent during the join may or may not arrive.
    this.since = room.sent
    this.heard = Math.max(this.heard, room.sent)
    room.members.add(this)
    this.isMoving = false
  }

  async leave(): Promise<void> {
    this.isMoving = true
    this.room.members.delete(this)
    await this.socket.ask(this.room.topic, 'phx_leave', {})
    this.heard = 0
  }

  async callAgain(): Promise<void> {
    this.isMoving = true
    this.isHangingUp = true
    this.room.members.delete(this)
    this.socket.destroy()
    this.isHangingUp = false
    this.heard = 0
    this.socket = this.#call()
    await this.enter(this.room)
  }

  hear(payload: Buffer): void {
    const found = /"n":(\d+),"at":([\d.]+)/.exec(payload.toString('latin1'))
    if (!found) return
    const n = Number(found[1])
    if (this.isMoving || n <= this.since) return
    if (n > this.heard) for (let between = this.heard + 1; between < n; between++) this.skipped.add(between)
    else if (!this.skipped.delete(n)) {
      doubled += 1
      return
    }
    this.heard = Math.max(this.heard, n)
    delivered += 1
    if (samples.length < MOST_SAMPLES) samples.push(performance.now() - Number(found[2]))
  }

  #call(): ChannelSocket {
    const socket = new ChannelSocket(soak.address)
    socket.onMessage = (payload) => {
      if (socket === this.socket) this.hear(payload)
    }
    socket.onClose = () => {
      if (socket === this.socket && !this.isHangingUp && !isOver) closed += 1
    }
    return socket
  }
}

const samples: number[] = []
let [sent, delivered, lost, doubled, moves, reconnects, closed] = [0, 0, 0, 0, 0, 0, 0]
let isOver = false
const rooms = Array.from(
  { length: soak.rooms },
  (_, n): Room => ({ topic: `realtime:soak-${n}`, members: new Set(), sent: 0 }),
)
const roomAt = (n: number) => rooms[n % rooms.length] as Room
const members: Member[] = []
await inWaves(
  Array.from({ length: soak.sockets }, (_, n) => n),
  WAVE,
  async (n) => {
    const member = new Member(roomAt(n))
    members.push(member)
    await member.enter(roomAt(n))
  },
)

function say(room: Room): void {
  const [speaker] = room.members
  if (!speaker) return
  // Senders rotate.
  room.members.delete(speaker)
  room.members.add(speaker)
  room.sent += 1
  sent += 1
  const payload = { n: room.sent, at: performance.now(), text: 'A line of about the usual length.' }
  speaker.socket.push(room.topic, 'broadcast', { type: 'broadcast', event: 'line', payload })
}

/** Only members who have received everything move, so that no message is in flight to nobody. */
function someoneIdle(): Member | undefined {
  for (let tries = 0; tries < 20; tries++) {
    const member = members[Math.floor(Math.random() * members.length)]
    if (member?.hasEverything) return member
  }
  return undefined
}

const under: Promise<unknown>[] = []
const startedAt = performance.now()
const due = { messages: 0, moves: 0, reconnects: 0 }
for (let now = 0; now < soak.seconds; ) {
  await wait(TICK_MS)
  now = (performance.now() - startedAt) / 1000
  for (; due.messages < now * soak.messagesPerSecond; due.messages++) say(roomAt(due.messages))
  for (; due.moves < now * soak.movesPerSecond; due.moves++) {
    const member = someoneIdle()
    if (!member) continue
    moves += 1
    under.push(member.leave().then(() => member.enter(roomAt(Math.floor(Math.random() * rooms.length)))))
  }
  for (; due.reconnects < now * soak.reconnectsPerSecond; due.reconnects++) {
    const member = someoneIdle()
    if (!member) continue
    reconnects += 1
    under.push(member.callAgain())
  }
}
await Promise.all(under)
const deadline = performance.now() + SETTLE_MS
while (performance.now() < deadline && !members.every((member) => member.hasEverything)) await wait(50)
for (const { room, heard, skipped } of members) lost += room.sent - heard + skipped.size
isOver = true
for (const { socket } of members) socket.destroy()
samples.sort((a, b) => a - b)
const at = (share: number) => samples[Math.ceil(share * samples.length) - 1] ?? Number.NaN
const result: SoakResult = {
  sent,
  delivered,
  lost,
  doubled,
  moves,
  reconnects,
  closed,
  p50: at(0.5),
  p99: at(0.99),
  most: at(1),
}
console.log(JSON.stringify(result))
process.exit(0)
