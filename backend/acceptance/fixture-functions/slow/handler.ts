import type { FunctionHandler } from '../../../src/functions/function.ts'

/** Never answers, or sends one chunk and stalls. Its time limit is short. */
export const handle: FunctionHandler = (request, { path }) => {
  if (path === '/reads') return request.text().then((text) => Response.json(text.length))
  if (path === '/says-one-thing') {
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('data: 1\n\n')),
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  }
  return path === '/ready' ? new Response('ready') : new Promise<Response>(() => undefined)
}
