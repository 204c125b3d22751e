import type { FunctionHandler } from '../../../src/functions/function.ts'
import { leaveMark, takeMark } from '../_shared/marks.ts'

/** Waits until its caller disconnects, before or during the answer, and then leaves a mark. */
export const handle: FunctionHandler = (request, { path, waitUntil }) => {
  const mark = new URL(request.url).searchParams.get('mark') ?? ''
  if (path === '/marked') return Response.json(takeMark(mark))
  if (path === '/background') {
    waitUntil(new Promise((resolve) => setTimeout(resolve, 100)).then(() => leaveMark(mark)))
    return Response.json('begun')
  }
  if (path === '/stream') {
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode('data: 1\n\n')),
      cancel: () => leaveMark(mark),
    })
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } })
  }
  return new Promise((_, reject) => {
    leaveMark(`${mark}-begun`)
    request.signal.addEventListener('abort', () => {
      takeMark(`${mark}-begun`)
      leaveMark(mark)
      reject(new Error('given up'))
    })
  })
}
