import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What a test's stand-in for a model server was asked. */
export interface Asked {
  readonly path: string
  readonly authorization: string | null
  readonly contentType: string
  readonly body: Buffer
}

export interface FakeModels {
  readonly baseUrl: string
  readonly asked: Asked[]
  close(): Promise<void>
}

/** For tests: a server on the loopback that answers as OpenAI's would, with what `answer` makes of each request. */
export async function fakeModels(answer: (asked: Asked) => { status?: number; body: string }): Promise<FakeModels> {
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    const one: Asked = {
      path: request.url ?? '',
      authorization: request.headers.authorization ?? null,
      contentType: request.headers['content-type'] ?? '',
      body: await bodyOf(request),
    }
    asked.push(one)
    const { status = 200, body } = answer(one)
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo // listens on a port, not on a file
  return {
    baseUrl: `http://127.0.0.1:${port}/v1`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

/** A chat answer with this JSON in it. */
export function said(json: object, fence = false): string {
  const content = fence ? `Here you are:\n\`\`\`json\n${JSON.stringify(json)}\n\`\`\`` : JSON.stringify(json)
  return JSON.stringify({ choices: [{ message: { role: 'assistant', content } }] })
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(Buffer.from(part))
  return Buffer.concat(parts)
}
