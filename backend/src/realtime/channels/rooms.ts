import type { FastifyBaseLogger } from 'fastify'
import { toBroadcast, toClusterMessage } from '../cluster/broadcast-message.ts'
import type { Bus } from '../cluster/bus.ts'
import { Cluster } from '../cluster/cluster.ts'
import type { ClusterMessage, Load } from '../cluster/parcel.ts'
import { Presence } from '../presence/presence.ts'
import { type Hub, LocalHub } from './hub.ts'

export interface Rooms {
  readonly cluster: Cluster
  readonly hub: Hub
  readonly presence: Presence
}

interface Parts {
  readonly bus: Bus
  readonly log: FastifyBaseLogger
  readonly silenceSeconds: number
  ownLoad(): Load
}

/** Connects the rooms of this process with those of the others: a message in one is delivered in all. */
export function openRooms(parts: Parts): Rooms {
  const cluster: Cluster = new Cluster({
    ...parts,
    ownState: () => presence.ownState(),
    onNews,
    onState: (node, state) => presence.replace(node, state),
    onGone: (node) => presence.replace(node, []),
  })
  const hub = new LocalHub((room, broadcast) => cluster.share(() => toClusterMessage(room, broadcast)))
  const presence = new Presence({
    node: cluster.node,
    hub,
    share: (room, joins, leaves) =>
      cluster.share(() => ({ entry: { kind: 'presence', room, joins, leaves }, body: '' })),
  })
  function onNews(node: string, { entry, body }: ClusterMessage): void {
    if (entry.kind === 'broadcast') hub.deliver(entry.room, toBroadcast(entry, body))
    else if (entry.kind === 'presence') presence.hear(node, entry.room, entry.joins, entry.leaves)
  }
  return { cluster, hub, presence }
}
