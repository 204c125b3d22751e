import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { networkOfRequest } from '../http/client-address.ts'
import type { Admit } from './admit.ts'
import { PLACE_LIMIT_MS, pathInDeno } from './answer.ts'
import { FunctionError, toFunctionError } from './errors.ts'
import { CALL_HEADER } from './messages.ts'
import type { FunctionPool } from './pool/pool.ts'
import type { FunctionPlan } from './settings.ts'

interface SocketGate {
  readonly admit: Admit
  readonly pool: FunctionPool
  readonly planOf: (name: string) => FunctionPlan | undefined
}

/** Passes WebSockets to functions in Deno, which accept them with `Deno.upgradeWebSocket`. @returns what ends them all */
export function acceptSockets(server: Server, gate: SocketGate): { close(): void } {
  const open = new Set<Duplex>()
  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const [, name] = /^\/functions\/v1\/([^/?]+)/.exec(request.url ?? '') ?? []
    if (name === undefined) return
    open.add(socket)
    socket.once('close', () => open.delete(socket))
    socket.on('error', () => socket.destroy())
    pass(gate, name, request, socket, head).catch((error: Error) => refuse(socket, toFunctionError(error)))
  })
  return {
    close: () => {
      for (const socket of open) socket.destroy()
    },
  }
}

async function pass(
  { admit, pool, planOf }: SocketGate,
  name: string,
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): Promise<void> {
  const plan = planOf(name)
  if (!plan?.deno) throw new FunctionError('not_found')
  const { leave } = await admit(plan, request, networkOfRequest(request))
  try {
    const lease = await pool.acquire(plan, AbortSignal.timeout(PLACE_LIMIT_MS))
    const inner = connect(lease.process.socketPath)
    inner.once('close', () => {
      lease.release()
      leave()
      socket.destroy()
    })
    socket.once('close', () => inner.destroy())
    inner.on('error', () => inner.destroy())
    inner.write(headOf(request))
    inner.write(head)
    inner.pipe(socket).pipe(inner)
  } catch (error) {
    leave()
    throw error
  }
}

function headOf({ method, url = '', rawHeaders }: IncomingMessage): string {
  const lines = [`${method} ${pathInDeno(url)} HTTP/1.1`, `${CALL_HEADER}: ${randomUUID()}`]
  for (let at = 0; at < rawHeaders.length; at += 2) {
    if (rawHeaders[at]?.toLowerCase() !== CALL_HEADER) lines.push(`${rawHeaders[at]}: ${rawHeaders[at + 1]}`)
  }
  return `${lines.join('\r\n')}\r\n\r\n`
}

function refuse(socket: Duplex, { status, headers, body }: FunctionError): void {
  const text = JSON.stringify(body)
  const all = { ...headers, 'content-type': 'application/json', 'content-length': text.length, connection: 'close' }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  socket.end(`HTTP/1.1 ${status} Refused\r\n${lines.join('\r\n')}\r\n\r\n${text}`)
}
