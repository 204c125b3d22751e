import type { Load } from '../cluster/parcel.ts'
import type { RealtimeLimits } from '../limits.ts'

/** Addresses are reported to other processes above this share of their limit. */
const WORTH_TELLING = 0.1
/** Maximum number of reported addresses, which bounds the message. */
const MOST_TOLD = 200

/** Counts sockets by address, here and as reported by other processes. */
export class SocketCensus {
  readonly #limits: Pick<RealtimeLimits, 'connections' | 'connectionsPerAddress'>
  readonly #peerLoads: () => Iterable<Load>
  readonly #addresses = new Map<string, number>()
  #sockets = 0

  constructor(limits: Pick<RealtimeLimits, 'connections' | 'connectionsPerAddress'>, peerLoads: () => Iterable<Load>) {
    this.#limits = limits
    this.#peerLoads = peerLoads
  }

  hasRoomFor(address: string): boolean {
    let [sockets, ofAddress] = [this.#sockets, this.#addresses.get(address) ?? 0]
    for (const load of this.#peerLoads()) {
      sockets += load.sockets
      ofAddress += Object.hasOwn(load.addresses, address) ? (load.addresses[address] ?? 0) : 0
    }
    return sockets < this.#limits.connections && ofAddress < this.#limits.connectionsPerAddress
  }

  enter(address: string): void {
    this.#sockets += 1
    this.#addresses.set(address, (this.#addresses.get(address) ?? 0) + 1)
  }

  leave(address: string): void {
    this.#sockets -= 1
    const left = (this.#addresses.get(address) ?? 1) - 1
    if (left > 0) this.#addresses.set(address, left)
    else this.#addresses.delete(address)
  }

  load(): Load {
    const least = this.#limits.connectionsPerAddress * WORTH_TELLING
    const many = [...this.#addresses].filter(([, count]) => count > least)
    const told = many.sort(([, a], [, b]) => b - a).slice(0, MOST_TOLD)
    return { sockets: this.#sockets, addresses: Object.fromEntries(told) }
  }
}
