import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Cluster } from './cluster.ts'
import type { Listener, Load, Seen } from './load.ts'
import { hashOf } from './load.ts'
import type { Market } from './market.ts'
import { until } from './process.ts'

export interface Verdict {
  /** Acknowledged but missing. */
  readonly lost: readonly string[]
  /** Stored, sent or received twice. */
  readonly doubled: readonly string[]
  /** Authors that could not read their own writes. */
  readonly unread: number
}

/** Time limit for the last messages to reach sockets, and for webhooks of a killed process. */
const PATIENCE_MS = 100_000

/** Compares acknowledged writes with the database, store, sockets, webhooks and emails. */
export async function check(
  cluster: Cluster,
  market: Market,
  load: Load,
  hooks: ReadonlyMap<string, number>,
): Promise<Verdict> {
  const { seen, listeners } = load
  const lost: string[] = []
  const doubled: string[] = []
  const note = (list: string[], what: string, keys: Iterable<string>) => {
    for (const key of keys) list.push(`${what} ${key}`)
  }
  const ids = await messageIds(cluster, market, seen)
  note(
    lost,
    'draft',
    await missing(cluster, 'select id::text from public.listings where id = any($1::uuid[])', seen.drafts.keys()),
  )
  note(
    lost,
    'offer',
    await missing(cluster, 'select id::text from public.offers where id = any($1::uuid[])', seen.offers),
  )
  note(
    lost,
    'message',
    [...seen.messages.keys()].filter((key) => !ids.has(key)),
  )
  note(doubled, 'message', ids.twice)
  for (const [path, hash] of seen.files) {
    const found = await hashOf(market.seller.client, path)
    if (found === null || (hash !== '' && hash !== found)) lost.push(`file ${path}`)
  }
  for (const [n, listener] of listeners.entries()) {
    note(lost, `message to socket ${n}`, await unheard(seen, listener))
    note(doubled, `message to socket ${n}`, twice(listener.heard))
  }
  const delivered = () => [...seen.messages.keys()].every((key) => hooks.has(ids.get(key) ?? ''))
  await until('webhooks are delivered', delivered, PATIENCE_MS).catch(() => undefined)
  note(
    lost,
    'webhook',
    [...seen.messages.keys()].filter((key) => !hooks.has(ids.get(key) ?? '')),
  )
  note(doubled, 'webhook', twice(hooks))
  note(doubled, 'email', await emailsTwice(cluster))
  return { lost, doubled, unread: seen.unread }
}

function twice(counts: ReadonlyMap<string, number>): string[] {
  return [...counts].filter(([, count]) => count > 1).map(([key]) => key)
}

async function missing(cluster: Cluster, sql: string, ids: Iterable<string>): Promise<string[]> {
  const wanted = [...ids]
  const client = await cluster.postgres.connect()
  const { rows } = await client.query<{ id: string }>(sql, [wanted])
  await client.end()
  const found = new Set(rows.map(({ id }) => id))
  return wanted.filter((id) => !found.has(id))
}

class Ids extends Map<string, string> {
  readonly twice: string[] = []
}

/** Message ids by client id. Each text is sent once, so a repeated text was stored twice. */
async function messageIds(cluster: Cluster, { conversation }: Market, { messages }: Seen): Promise<Ids> {
  const client = await cluster.postgres.connect()
  const { rows } = await client.query<{ id: string; client_id: string; body: string }>(
    'select id, client_id, body from public.messages where conversation_id = $1',
    [conversation],
  )
  await client.end()
  const ids = new Ids(
    rows.filter(({ client_id }) => messages.has(client_id)).map(({ id, client_id }) => [client_id, id]),
  )
  const bodies = new Map<string, number>()
  for (const { body } of rows) bodies.set(body, (bodies.get(body) ?? 0) + 1)
  ids.twice.push(...twice(bodies))
  return ids
}

async function unheard({ messages }: Seen, { known }: Listener): Promise<string[]> {
  const missed = () => [...messages.keys()].filter((key) => !known.has(key))
  await until('sockets hear everything', () => missed().length === 0, 30_000).catch(() => undefined)
  return missed()
}

/** Texts of emails that were sent more than once. */
async function emailsTwice({ servers }: Cluster): Promise<string[]> {
  const texts = new Map<string, number>()
  for (const { dataDir } of servers) {
    const folder = join(dataDir, 'mail')
    for (const name of await readdir(folder).catch(() => [])) {
      if (!name.endsWith('.json') || name.startsWith('.')) continue
      const { to, subject, text } = JSON.parse(await readFile(join(folder, name), 'utf8')) as Record<string, string>
      const key = `${to} ${subject} ${text}`
      texts.set(key, (texts.get(key) ?? 0) + 1)
    }
  }
  return twice(texts).map((text) => text.slice(0, 100))
}
