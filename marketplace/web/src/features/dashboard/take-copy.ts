import { t } from '../../i18n/t.ts'
import { config } from '../../lib/config.ts'
import { RequestFailed, sentenceOfAnswer } from '../../lib/data/failure.ts'
import { supabase } from '../../lib/data/supabase.ts'

interface Options {
  readonly signal: AbortSignal
  /** How many bytes have come; the server writes while it sends, so nobody knows how many there will be. */
  readonly onProgress: (bytes: number) => void
}

/**
 * Fetches the copy of one's data. The browser keeps what has come as a Blob, on disk where it is large.
 * @throws RequestFailed with a sentence when it is refused or breaks off: half a ZIP is none
 */
export async function takeCopy({ signal, onProgress }: Options): Promise<{ file: Blob; name: string }> {
  const { data } = await supabase.auth.getSession()
  const response = await answered(() =>
    fetch(`${config.url}/functions/v1/export-my-data`, {
      method: 'POST',
      signal,
      headers: { apikey: config.publishableKey, authorization: `Bearer ${data.session?.access_token ?? ''}` },
    }),
  )
  if (!response.ok || !response.body) {
    throw new RequestFailed(await sentenceOfAnswer(response), { isOffline: false, cause: response.status })
  }
  let bytes = 0
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength
        onProgress(bytes)
        controller.enqueue(chunk)
      },
    }),
  )
  const file = await answered(() => new Response(counted, { headers: { 'content-type': 'application/zip' } }).blob())
  return { file, name: fileNameOf(response.headers.get('content-disposition')) }
}

/** "my-data-2026-03-01.zip" from the server's header; a plain name without one. */
export function fileNameOf(disposition: string | null): string {
  return /filename="([\w.-]+)"/.exec(disposition ?? '')?.[1] ?? 'my-data.zip'
}

async function answered<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
    throw new RequestFailed(t('dashboard.export.brokeOff'), { isOffline: true, cause })
  }
}
