import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { ChannelSocket } from './channels.ts'
import { inWaves } from './raw-socket.ts'

/** Many concurrent conversations: both users listen, and occasionally one of them sends a message over HTTP. */
export interface Talks {
  readonly address: string
  readonly messagesUrl: string
  readonly key: string
  readonly talks: readonly { readonly id: string; readonly tokens: readonly [string, string] }[]
  /** Over all conversations together. */
  readonly perSecond: number
  readonly seconds: number
}

export interface TalksResult {
  /** Milliseconds from before the request until the other user's socket has the message, for each that arrived. */
  readonly samples: readonly number[]
  readonly sent: number
  readonly lost: number
}

const LIMIT_MS = 10_000

// A thousand tokens do not fit in an argument.
const { file } = JSON.parse(process.argv[2] ?? '{}') as { file: string }
const task = JSON.parse(readFileSync(file, 'utf8')) as Talks // created by ../chat.ts
/** Send times by client id, until the other user has the message. */
const underWay = new Map<string, number>()
const samples: number[] = []
const CLIENT_ID = Buffer.from('"client_id"')

await inWaves(
  task.talks.flatMap(({ id, tokens }) => tokens.map((token, side) => ({ id, token, side }))),
  50,
  async ({ id, token, side }) => {
    const socket = new ChannelSocket(task.address)
    await socket.opened
    await socket.join(`realtime:conversation:${id}`, { private: true }, token)
    // The first user sends; deliveries to the second are measured.
    if (side === 1) socket.onMessage = heard
  },
)

function heard(payload: Buffer): void {
  if (!payload.includes(CLIENT_ID)) return
  const at = performance.now()
  const { payload: broadcast } = JSON.parse(payload.toString()) as {
    payload: { payload?: { message?: { client_id: string } } }
  }
  const clientId = broadcast.payload?.message?.client_id ?? ''
  const sentAt = underWay.get(clientId)
  if (sentAt === undefined) return
  underWay.delete(clientId)
  samples.push(at - sentAt)
}

async function say(n: number): Promise<void> {
  const talk = task.talks[n % task.talks.length]
  if (!talk) return
  const clientId = randomUUID()
  underWay.set(clientId, performance.now())
  const answer = await fetch(task.messagesUrl, {
    method: 'POST',
    headers: { apikey: task.key, authorization: `Bearer ${talk.tokens[0]}`, 'content-type': 'application/json' },
    body: JSON.stringify({ conversation_id: talk.id, client_id: clientId, body: `Line ${n}` }),
  })
  if (!answer.ok) throw new Error(`a message was refused: ${answer.status} ${await answer.text()}`)
  await answer.arrayBuffer()
}

const sent: Promise<void>[] = []
const startedAt = performance.now()
for (let n = 0; n < task.perSecond * task.seconds; n++) {
  // At fixed times instead of sequentially: a slow server must not receive fewer requests.
  await wait(Math.max(0, startedAt + (n * 1000) / task.perSecond - performance.now()))
  sent.push(say(n))
}
await Promise.all(sent)
for (const until = performance.now() + LIMIT_MS; underWay.size > 0 && performance.now() < until; ) await wait(20)
console.log(JSON.stringify({ samples, sent: sent.length, lost: underWay.size } satisfies TalksResult))
process.exit(0)
