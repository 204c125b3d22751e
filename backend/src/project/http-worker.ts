import { watch } from 'node:fs'
import { chown, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type OutgoingRequest, sendRequest } from './send-request.ts'

/** Longer than any statement waits between two looks for its answer. */
const ANSWER_KEPT_MS = 10_000

/** What the function `http` of the extension of this name writes. */
interface WrittenRequest {
  readonly method: string
  readonly url: string
  readonly headers: readonly { field: string; value: string }[] | null
  readonly type: string | null
  readonly content: string | null
  readonly agent: string | null
  readonly patience: number
}

interface Place {
  /** The embedded database's own folder. */
  readonly clusterDir: string
  /** This server's address, without a slash at its end. */
  readonly url: string
  readonly log: Logger
}

/**
 * Sends the requests of statements that wait for the answer (`http_get` and others). They come and go as files, because a statement
 * cannot tell anything else before its transaction commits.
 * @returns a function that stops it
 */
export async function answerStatements({ clusterDir, url, log }: Place): Promise<() => Promise<void>> {
  const folder = join(clusterDir, 'souk_http')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { mode: 0o700 })
  const { uid, gid } = await stat(dirname(folder))
  await chown(folder, uid, gid)
  const stopping = new AbortController()
  const answer = async (file: string) => {
    const place = join(folder, file.slice(0, -'.ready'.length))
    // Of several processes, one takes it.
    if (
      !(await rename(`${place}.ready`, `${place}.taken`).then(
        () => true,
        () => false,
      ))
    )
      return
    const request = outgoing(JSON.parse(await readFile(`${place}.request`, 'utf8')) as WrittenRequest)
    await Promise.all([rm(`${place}.request`), rm(`${place}.taken`)])
    const { status, type, headers, text, error } = await sendRequest(request, url)
    const fields = Object.entries(headers ?? {}).map(([field, value]) => ({ field, value }))
    await writeFile(
      `${place}.new`,
      JSON.stringify({ status, content_type: type, headers: fields, content: text, error }),
    )
    await rename(`${place}.new`, `${place}.answer`)
    await wait(ANSWER_KEPT_MS, undefined, { signal: stopping.signal, ref: false })
    await rm(`${place}.answer`, { force: true })
  }
  const take = (file: string | null) => {
    if (!file?.endsWith('.ready')) return
    answer(file).catch((error: unknown) => {
      if (!stopping.signal.aborted) log.error({ err: error }, 'a request of the extension http could not be sent')
    })
  }
  const watcher = watch(folder, { persistent: false }, (_event, file) => take(file))
  for (const file of await readdir(folder)) take(file)
  return async () => {
    stopping.abort()
    watcher.close()
    await rm(folder, { recursive: true, force: true })
  }
}

function outgoing({ method, url, headers, type, content, agent, patience }: WrittenRequest): OutgoingRequest {
  const fields = [
    ...(agent === null ? [] : [['user-agent', agent]]),
    ...(type === null ? [] : [['content-type', type]]),
    ...(headers ?? []).map(({ field, value }) => [field, value]),
  ]
  const body = method === 'GET' || method === 'HEAD' ? null : content
  return { method, url, headers: Object.fromEntries(fields), body, patienceMs: patience }
}
