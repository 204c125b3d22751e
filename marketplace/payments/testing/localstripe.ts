import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from 'souk-backend/testing'

const VERSION = '1.15.10'
const FOLDER = join(import.meta.dirname, '../../../node_modules/.cache/localstripe', VERSION)
const START_LIMIT_MS = 30_000

/** Parameters that localstripe does not support and would refuse. */
const UNKNOWN_TO_IT = [
  'automatic_payment_methods[enabled]',
  'transfer_group',
  'description',
  'reason',
  'cancellation_reason',
]

const A_CARD = { type: 'card', 'card[exp_month]': '12', 'card[exp_year]': '2040', 'card[cvc]': '123' }

export interface Localstripe {
  /** For the client under test: removes unsupported parameters from its requests. */
  readonly url: string
  /** Acts as Stripe's form: fills in a card and confirms. @throws if localstripe knows no such payment or card */
  payWith(card: string, payment: string): Promise<'accepted' | 'declined'>
  /** Sends every event to this URL, signed with the secret. */
  sendEventsTo(url: string, secret: string): Promise<void>
  end(): Promise<void>
}

/**
 * localstripe (https://github.com/adrienverge/localstripe), a stateful server for part of Stripe's API: payments, refunds and signed events, without
 * Connect. Installed with pip on first use; has the reason if that failed, as without Python or network.
 */
export async function startLocalstripe(): Promise<Localstripe | { readonly missing: string }> {
  try {
    await install()
  } catch (error) {
    return { missing: String(error) }
  }
  const port = await freePort()
  const direct = `http://127.0.0.1:${port}`
  const server = spawn('python3', ['-m', 'localstripe', '--port', String(port), '--from-scratch'], {
    env: { ...process.env, PYTHONPATH: FOLDER },
    stdio: 'ignore',
  })
  await answering(server, direct)
  const before = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk)
      const fields = new URLSearchParams(Buffer.concat(chunks).toString())
      for (const name of UNKNOWN_TO_IT) fields.delete(name)
      const answer = await fetch(`${direct}${request.url}`, {
        method: request.method ?? 'GET',
        headers: { authorization: request.headers.authorization ?? '' },
        ...(request.method === 'POST' && { body: fields }),
      })
      response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
    })().catch((error: unknown) => response.destroy(error as Error))
  })
  await new Promise<void>((resolve) => before.listen(0, '127.0.0.1', resolve))
  const post = async (path: string, fields: Readonly<Record<string, string>>) => {
    const answer = await fetch(`${direct}${path}`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      headers: { authorization: 'Bearer sk_test_localstripe' },
    })
    const body = await answer.text()
    if (!answer.ok && answer.status !== 402) throw new Error(`${path} answered ${answer.status}: ${body}`)
    return { isDeclined: answer.status === 402, body }
  }
  return {
    url: `http://127.0.0.1:${(before.address() as AddressInfo).port}`, // listening on TCP
    async payWith(card, payment) {
      const made = await post('/v1/payment_methods', { ...A_CARD, 'card[number]': card })
      const { id } = JSON.parse(made.body) as { id: string } // Stripe's format
      await post(`/v1/payment_intents/${payment}`, { payment_method: id })
      const { isDeclined } = await post(`/v1/payment_intents/${payment}/confirm`, {})
      return isDeclined ? 'declined' : 'accepted'
    },
    async sendEventsTo(url, secret) {
      await post('/_config/webhooks/souk', { url, secret })
    },
    async end() {
      before.close()
      const ended = once(server, 'exit')
      server.kill('SIGTERM')
      await ended
    },
  }
}

async function install(): Promise<void> {
  if (existsSync(join(FOLDER, 'localstripe'))) return
  await promisify(execFile)(
    'python3',
    ['-m', 'pip', 'install', '--quiet', '--target', FOLDER, `localstripe==${VERSION}`],
    { timeout: 240_000 },
  )
}

async function answering(server: ChildProcess, url: string): Promise<void> {
  for (const deadline = Date.now() + START_LIMIT_MS; Date.now() < deadline; await wait(20)) {
    if (server.exitCode !== null) throw new Error(`localstripe ended with ${server.exitCode}`)
    if (await fetch(url).catch(() => null)) return
  }
  server.kill('SIGTERM')
  throw new Error('localstripe did not start')
}
