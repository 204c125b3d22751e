import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request received by the fake model server. */
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

export interface FakeAnswer {
  readonly status?: number
  readonly body: string
  readonly type?: string
  /** What happens after the body: by default the response ends; it may also hang, or the connection may break off. */
  readonly afterwards?: 'hang' | 'break'
}

/** Test server on the loopback interface that responds as OpenAI's API would, with `answer`'s result for each request. */
export async function fakeModels(answer: (asked: Asked) => FakeAnswer): Promise<FakeModels> {
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    const one: Asked = {
      path: request.url ?? '',
      authorization: request.headers.authorization ?? null,
      contentType: request.headers['content-type'] ?? '',
      body: await bodyOf(request),
    }
    asked.push(one)
    const { status = 200, body, type = 'application/json', afterwards } = answer(one)
    response.writeHead(status, { 'content-type': type })
    if (afterwards === undefined) response.end(body)
    else if (afterwards === 'hang') response.write(body)
    else response.write(body, () => response.destroy())
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

/** A chat completion that contains this JSON. */
export function said(json: object, fence = false): string {
  const content = fence ? `Here you are:\n\`\`\`json\n${JSON.stringify(json)}\n\`\`\`` : JSON.stringify(json)
  return JSON.stringify({ choices: [{ message: { role: 'assistant', content } }] })
}

/** A streamed chat completion of this text, in chunks. `finish` is its finish reason; null omits it. */
export function streamed(words: string, finish: string | null = 'stop'): FakeAnswer {
  const pieces = words.match(/[\s\S]{1,12}/g) ?? []
  const end = finish === null ? [] : [chunk({}, finish)]
  return { type: 'text/event-stream', body: [...pieces.map((content) => chunk({ content })), ...end, DONE].join('') }
}

/** A streamed chat completion that calls these tools. */
export function calling(...calls: readonly { readonly name: string; readonly input: unknown }[]): FakeAnswer {
  const toolCalls = calls.map(({ name, input }, index) => ({
    index,
    id: `call-${index}`,
    type: 'function',
    function: { name, arguments: typeof input === 'string' ? input : JSON.stringify(input) },
  }))
  return {
    type: 'text/event-stream',
    body: [chunk({ role: 'assistant', tool_calls: toolCalls }), chunk({}, 'tool_calls'), DONE].join(''),
  }
}

const DONE = 'data: [DONE]\n\n'

function chunk(delta: object, finish: string | null = null): string {
  const choices = [{ index: 0, delta, finish_reason: finish }]
  return `data: ${JSON.stringify({ id: 'x', object: 'chat.completion.chunk', created: 1, model: 'fake', choices })}\n\n`
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(Buffer.from(part))
  return Buffer.concat(parts)
}
