import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { User } from '@supabase/supabase-js'
import { Webhook } from 'standardwebhooks'

/** Fields of all hooks' payloads; each hook sends some of them. */
interface HookBody {
  readonly user: User & { readonly email: string }
  readonly user_id: string
  readonly claims: Readonly<Record<string, unknown>>
  readonly authentication_method: string
  readonly email_data: { readonly token: string; readonly token_hash: string; readonly email_action_type: string }
  readonly sms: { readonly otp: string; readonly phone: string }
}

export interface HookCall {
  readonly path: string
  readonly id: string
  readonly body: HookBody
}

interface HookAnswer {
  readonly status?: number
  readonly headers?: Record<string, string>
  /** Sent as JSON, unless it is a string. */
  readonly body?: unknown
  /** Never answers. */
  readonly silent?: boolean
}

/** An application's hooks on loopback: accepts only calls signed with its secret, and answers as the test defines. */
export interface HookReceiver {
  readonly calls: HookCall[]
  target(name: string, secrets?: readonly string[]): { kind: 'http'; url: string; secrets: readonly string[] }
  answer(with_: (call: HookCall, attempt: number) => HookAnswer): void
  reset(): void
  close(): Promise<void>
}

export async function startHookReceiver(secret: string): Promise<HookReceiver> {
  const calls: HookCall[] = []
  const agree = (): HookAnswer => ({ body: {} })
  let answerOf: (call: HookCall, attempt: number) => HookAnswer = agree
  const server = createServer(async (request, response) => {
    const body = await text(request)
    try {
      new Webhook(secret).verify(body, request.headers as Record<string, string>)
    } catch {
      response.writeHead(401).end()
      return
    }
    const call = { path: request.url ?? '', id: String(request.headers['webhook-id']), body: JSON.parse(body) }
    calls.push(call)
    const answer = answerOf(call, calls.filter(({ id }) => id === call.id).length)
    if (answer.silent) return
    response.writeHead(answer.status ?? 200, { 'content-type': 'application/json', ...answer.headers })
    response.end(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body ?? {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    calls,
    target: (name, secrets = [secret]) => ({ kind: 'http', url: `http://127.0.0.1:${port}/${name}`, secrets }),
    answer(with_) {
      answerOf = with_
    },
    reset() {
      calls.length = 0
      answerOf = agree
    },
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
