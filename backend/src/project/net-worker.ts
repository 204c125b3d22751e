import type { Logger } from 'pino'
import type { Sql } from '../database/database.ts'
import { sendRequest } from './send-request.ts'

/** Context of the workers of a project's database. */
export interface BackgroundContext {
  readonly sql: Sql
  /** The server's own address, without a trailing slash. */
  readonly url: string
  readonly log: Logger
}

/** Maximum concurrent requests per process. */
const AT_ONCE = 16
/** pg_net's retention of responses. */
const RESPONSES_KEPT = '6 hours'

interface QueuedRequest {
  readonly id: string
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>> | null
  readonly body: Uint8Array | null
  readonly timeout_milliseconds: number
}

/**
 * Sends requests queued by `net.http_post` and similar functions after the commit; several processes share the queue.
 * @returns a function that stops it after the pending requests
 */
export async function sendRequests({ sql, url, log }: BackgroundContext): Promise<() => Promise<void>> {
  let wanted = false
  let working: Promise<void> | null = null
  let stopped = false
  const work = async () => {
    while (wanted && !stopped) {
      wanted = false
      while (!stopped && (await sendSome())) wanted = true
    }
  }
  const wake = () => {
    wanted = true
    working ??= work()
      .catch((error: unknown) => log.error({ err: error }, 'the queue of pg_net could not be read'))
      .finally(() => {
        working = null
      })
  }
  const sendSome = async () => {
    const [there] = await sql<{ yes: boolean }[]>`select to_regclass('net.http_request_queue') is not null as yes`
    if (!there?.yes) return false
    const requests = await sql<QueuedRequest[]>`
      delete from net.http_request_queue where id in (
        select id from net.http_request_queue order by id limit ${AT_ONCE} for update skip locked
      ) returning *`
    await Promise.all(requests.map((request) => record(sql, request, url)))
    return requests.length > 0
  }
  // Also after a lost connection, whose notifications are lost.
  const listening = await sql.listen('pg_net', wake, wake)
  return async () => {
    stopped = true
    await listening.unlisten()
    await working
  }
}

async function record(sql: Sql, request: QueuedRequest, own: string): Promise<void> {
  const { method, headers, body, timeout_milliseconds } = request
  const answer = await sendRequest({ url: request.url, method, headers, body, patienceMs: timeout_milliseconds }, own)
  await sql`
    insert into net._http_response (id, status_code, content_type, headers, content, timed_out, error_msg)
    values (${request.id}, ${answer.status}, ${answer.type}, ${answer.headers && sql.json(answer.headers)}, ${answer.text},
      ${answer.timedOut}, ${answer.error})`
  await sql`delete from net._http_response where created < now() - ${RESPONSES_KEPT}::interval`
}
