import { readFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { target } from './server.ts'

export type HostileKind =
  | 'sql-injection'
  | 'nosql-injection'
  | 'xss'
  | 'open-redirect'
  | 'path-traversal'
  | 'template-injection'

/** Reads one list of texts; fixtures/hostile-inputs names the sources. */
export async function hostile(kind: HostileKind): Promise<string[]> {
  return JSON.parse(await readFile(join(import.meta.dirname, `fixtures/hostile-inputs/${kind}.json`), 'utf8'))
}

/** Returns every `step`th element: slow tests use an even sample of a list. */
export function everyNth<Element>(list: readonly Element[], step: number, from = 0): Element[] {
  return list.filter((_, index) => index % step === from % step)
}

/** Processes a list, eight items at a time. */
export async function forEach<Element>(
  list: readonly Element[],
  action: (element: Element, index: number) => Promise<void>,
): Promise<void> {
  const waiting = list.entries()
  await Promise.all(
    Array.from({ length: 8 }, async () => {
      for (const [index, element] of waiting) await action(element, index)
    }),
  )
}

export interface Reply {
  readonly status: number
  readonly type: string
  readonly location: string | null
  readonly text: string
}

const agent = new Agent({ keepAlive: true, maxSockets: 8 })

export interface Attack {
  readonly method?: string
  /** Sent exactly as written: `fetch` would resolve dot segments first. */
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export function attack({ method = 'GET', path, headers = {}, body }: Attack): Promise<Reply> {
  const { hostname, port } = new URL(target().url)
  // Node sends the body of a DELETE without a length.
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
  return new Promise((resolve, reject) => {
    const sent = request(
      { hostname, port, agent, method, path, headers: { ...headers, ...length } },
      async (answer) => {
        const { statusCode = 0, headers: given } = answer
        resolve({
          status: statusCode,
          type: given['content-type'] ?? '',
          location: given.location ?? null,
          text: Buffer.concat(await answer.toArray()).toString(),
        })
      },
    )
    sent.on('error', reject).end(body)
  })
}

/** Whether Node accepts this text in a header value or in a path. */
export const fitsHeader = (text: string) => /^[\t\x20-\x7e\xa0-\xff]*$/.test(text)
export const fitsPath = (text: string) => /^[\x21-\x7e]+$/.test(text)

/** Checks every answer to a hostile text: no server error, and nothing that a browser would run. */
function problemsOf(reply: Reply, text: string): string[] {
  const problems: string[] = []
  if (reply.status >= 500) problems.push(`status ${reply.status}`)
  if (reply.type.includes('html') && text.includes('<') && reply.text.includes(text)) problems.push('reflected markup')
  // Not the syntax errors of values, such as "syntax error in tsquery": these concern the surrounding statement.
  if (/syntax error at (or near|end of)|unterminated quoted|root:x:0:0/.test(reply.text)) problems.push('executed')
  return problems
}

/** Collects problems, so that one run reports all of them. */
export class Findings {
  readonly list: string[] = []

  judge(where: string, text: string, reply: Reply, ...more: (string | false)[]): void {
    for (const problem of [...problemsOf(reply, text), ...more]) {
      if (problem !== false)
        this.list.push(`${where}: ${problem}: ${text.slice(0, 120)} -> ${reply.text.slice(0, 200)}`)
    }
  }
}
