import { setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger, FastifyPluginAsync } from 'fastify'
import type { ServiceDependencies } from '../service-dependencies.ts'
import { DatabaseBroadcasts } from './broadcast/database-broadcasts.ts'
import { toBroadcast } from './broadcast/database-row.ts'
import { httpBroadcast } from './broadcast/http-broadcast.ts'
import { keepPartitions } from './broadcast/partitions.ts'
import { Policies } from './channels/channel-access.ts'
import { roomOf } from './channels/hub.ts'
import { openRooms } from './channels/rooms.ts'
import type { Bus } from './cluster/bus.ts'
import { PostgresBus } from './cluster/postgres-bus.ts'
import { RedisBus } from './cluster/redis-bus.ts'
import type { RealtimeContext } from './context.ts'
import { renderError } from './errors.ts'
import { DEFAULT_LIMITS, type RealtimeLimits } from './limits.ts'
import { PostgresChanges } from './postgres-changes/postgres-changes.ts'
import { byteLengthOf } from './sockets/message.ts'
import { Outbox } from './sockets/outbox.ts'
import { Sockets } from './sockets/sockets.ts'

/** How long startup waits for broadcasts from the database to flow. */
const FIRST_STREAM_MS = 2_000

/**
 * Realtime: Phoenix channels over WebSockets, and broadcasts over HTTP. Sockets are accepted at the server's upgrade event, before
 * Fastify's routing.
 */
export const realtimeService: FastifyPluginAsync<ServiceDependencies> = async (app, options) => {
  const { config, database, keyring } = options
  const log = options.log.child({ service: 'realtime' })
  const limits: RealtimeLimits = Object.freeze({ ...DEFAULT_LIMITS, ...config.realtime })
  const { cluster, hub, presence } = openRooms({
    bus: openBus(options, log),
    log,
    silenceSeconds: limits.peerSilenceSeconds,
    ownLoad: () => sockets.load(),
  })
  const broadcasts = new DatabaseBroadcasts({
    admin: database.admin,
    replication: database.replication,
    log,
    // Every process reads the log itself, so a row only goes to the sockets of this one.
    onRow(row) {
      const broadcast = toBroadcast(row)
      if (byteLengthOf(broadcast.body) <= limits.payloadBytes) hub.deliver(roomOf(row.topic, row.isPrivate), broadcast)
      else log.warn({ topic: row.topic, id: row.id }, 'realtime: a broadcast from the database is too large')
    },
  })
  const changes = new PostgresChanges({ admin: database.admin, replication: database.replication, log })
  const context: RealtimeContext = {
    admin: database.admin,
    policies: new Policies(database.admin, limits.policyQuestions),
    keyring,
    log,
    limits,
    hub,
    presence,
    peerLoads: () => cluster.loads(),
    outbox: new Outbox(),
    changes,
    databaseBroadcastsReady: () => broadcasts.ready,
  }

  const sockets = new Sockets(context)
  const stopPartitions = await keepPartitions(database.admin, log)
  broadcasts.start()
  // Usually takes some milliseconds. A database that cannot replicate must not block the start: it is retried.
  const broadcastsFlow = Promise.race([broadcasts.ready, delay(FIRST_STREAM_MS, undefined, { ref: false })])
  // Before the first socket: from then on the other processes know this one, and all their messages arrive.
  await Promise.all([broadcastsFlow, cluster.start()])
  sockets.listenOn(app.server)

  app.setErrorHandler(renderError)
  await app.register(httpBroadcast, { context })

  // Before the HTTP server closes, which would wait for the sockets.
  app.addHook('preClose', () => sockets.close())
  app.addHook('onClose', async () => {
    stopPartitions()
    await Promise.all([broadcasts.stop(), changes.stop(), cluster.stop()])
  })
}

/** The shared database, or Redis where configured, which is faster. */
function openBus({ config, database: { admin, replication } }: ServiceDependencies, log: FastifyBaseLogger): Bus {
  if (config.redisUrl !== null) return new RedisBus({ url: config.redisUrl, admin, log })
  return new PostgresBus({ admin, connection: replication, log })
}
