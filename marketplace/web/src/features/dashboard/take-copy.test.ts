import { afterEach, expect, test, vi } from 'vitest'
import { fileNameOf, takeCopy } from './take-copy.ts'

afterEach(() => vi.unstubAllGlobals())

function answering(response: Response): void {
  vi.stubGlobal('fetch', async () => response)
}

test('the download is complete, reports its progress and has the server’s file name', async () => {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new Uint8Array([1, 2]))
      controller.enqueue(new Uint8Array([3]))
      controller.close()
    },
  })
  answering(new Response(body, { headers: { 'content-disposition': 'attachment; filename="my-data-2026-03-01.zip"' } }))
  const counted: number[] = []
  const { file, name } = await takeCopy({ signal: new AbortController().signal, onProgress: (n) => counted.push(n) })
  expect([...new Uint8Array(await file.arrayBuffer())]).toEqual([1, 2, 3])
  expect([counted, name]).toEqual([[2, 3], 'my-data-2026-03-01.zip'])
})

test('a refusal has the server’s message, and a partial download is rejected', async () => {
  const options = { signal: new AbortController().signal, onProgress: () => undefined }
  answering(
    Response.json(
      { code: 'SK002', message: 'You can download your data 3 times a day. Try again in 3 h.', details: { hours: 3 } },
      { status: 429 },
    ),
  )
  await expect(takeCopy(options)).rejects.toThrow('You can download your data 3 times a day. Try again in 3 h.')
  answering(Response.json({ message: 'secret' }, { status: 500 }))
  await expect(takeCopy(options)).rejects.toThrow('It’s us, not you.')
  let sent = false
  const broken = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent) return controller.error(new TypeError('network'))
      sent = true
      controller.enqueue(new Uint8Array([1]))
    },
  })
  answering(new Response(broken))
  await expect(takeCopy(options)).rejects.toThrow('The download was interrupted.')
})

test('an unsafe file name is ignored', () => {
  expect(fileNameOf('attachment; filename="../../etc/passwd"')).toBe('my-data.zip')
  expect(fileNameOf(null)).toBe('my-data.zip')
})
