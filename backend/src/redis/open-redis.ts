/** The commands of Redis that are used here; the client and the one for Sentinel share them. */
export interface Redis {
  connect(): Promise<unknown>
  destroy(): unknown
  /** `ready` also after each reconnect or failover, once subscriptions are restored. */
  on(event: 'ready' | 'error', listener: (error?: unknown) => void): unknown
  eval(script: string, options: { readonly keys: string[]; readonly arguments: string[] }): Promise<unknown>
  del(key: string): Promise<number>
  publish(channel: string, message: string): Promise<number>
  subscribe(channel: string, listener: (message: string) => void): Promise<unknown>
  pubSubNumSub(channel: string): Promise<Readonly<Record<string, number>>>
}

export interface RedisOptions {
  /** After this time a command fails. */
  readonly commandMs?: number
  /** A connection that is silent for this long is pinged. */
  readonly pingMs?: number
  readonly longestRetryMs?: number
  /** Connections to the primary: Sentinel's client runs one command at a time on each. */
  readonly connections?: number
}

const SENTINEL_PORT = 26_379
/** Topology is also looked up this often, in case a Sentinel's message was lost. */
const SCAN_MS = 1_000

/**
 * Makes a client that reconnects, and follows the primary if the URL names Sentinels; it rejects commands while disconnected, instead of
 * queueing them. Loads the library.
 * @param url  redis://, rediss:// or redis-sentinel://:PASSWORD@HOST:PORT,HOST:PORT/0#NAME, the form of other clients
 */
export async function openRedis(url: string, options: RedisOptions = {}): Promise<Redis> {
  const { commandMs, pingMs, longestRetryMs = 2_000, connections = 1 } = options
  const { createClient, createSentinel } = await import('@redis/client')
  const common = {
    disableOfflineQueue: true,
    ...(pingMs ? { pingInterval: pingMs } : {}),
    socket: { reconnectStrategy: (retries: number) => Math.min(100 * 2 ** Math.min(retries, 10), longestRetryMs) },
  }
  const commandOptions = commandMs ? { commandOptions: { timeout: commandMs } } : {}
  const sentinels = parseSentinelUrl(url)
  if (sentinels === null) return createClient({ url, ...common, ...commandOptions })
  const { name, nodes, password, database } = sentinels
  return createSentinel({
    name,
    sentinelRootNodes: [...nodes],
    nodeClientOptions: { ...common, database, ...(password ? { password } : {}) },
    masterPoolSize: connections,
    scanInterval: SCAN_MS,
    ...commandOptions,
  })
}

export interface SentinelUrl {
  readonly nodes: readonly { readonly host: string; readonly port: number }[]
  /** Of the primary, as the Sentinels call it. */
  readonly name: string
  readonly database: number
  /** Of the Redis servers. */
  readonly password: string | null
}

/** @returns null for other URLs. URL cannot parse several hosts. */
export function parseSentinelUrl(url: string): SentinelUrl | null {
  const match = /^redis-sentinel:\/\/(?:[^:@/]*:([^@/]*)@)?([^@/]+)\/(\d+)#(.+)$/.exec(url)
  if (!match) return null
  const [, password, hosts = '', database, name = ''] = match
  const nodes = hosts.split(',').map((host) => {
    const [, address = host, port] = /^(.*?)(?::(\d+))?$/.exec(host) ?? []
    return { host: address, port: Number(port ?? SENTINEL_PORT) }
  })
  return { nodes, name, database: Number(database), password: password ? decodeURIComponent(password) : null }
}
