import { randomUUID } from 'node:crypto'
import { createConnection } from 'node:net'
import { expect } from 'vitest'
import { target } from '../server.ts'

export const address = (name: string) => `${target().url}/functions/v1/${name}`
export const withKey = () => ({ authorization: `Bearer ${target().publishableKey}` })

/** A call with the key, without the client. */
export function ask(name: string, init: RequestInit = {}): Promise<Response> {
  return fetch(address(name), { ...init, headers: { ...withKey(), ...init.headers } })
}

/** The platform error in an answer. */
export async function failureOf(
  response: Response,
): Promise<{ status: number; code: string | null; relay: string | null }> {
  await response.arrayBuffer()
  const { status, headers } = response
  return { status, code: headers.get('sb-error-code'), relay: headers.get('x-relay-error') }
}

/** A name under which `waits` leaves its mark. */
export const aMark = () => randomUUID()

export async function marked(mark: string): Promise<void> {
  await expect.poll(async () => (await ask(`waits/marked?mark=${mark}`)).json(), { timeout: 15_000 }).toBe(true)
}

/** Sends exactly these bytes and collects the answer until the server closes or `isEnough`. */
export function sendRaw(text: string, isEnough: (answer: string) => boolean): Promise<string> {
  const { hostname, port } = new URL(target().url)
  return new Promise((resolve, reject) => {
    let answer = ''
    const socket = createConnection({ host: hostname, port: Number(port) }, () => socket.write(text, 'latin1'))
    socket.setEncoding('latin1')
    socket.on('data', (chunk: string) => {
      answer += chunk
      if (isEnough(answer)) socket.destroy()
    })
    socket.on('close', () => resolve(answer))
    socket.on('error', reject)
  })
}
