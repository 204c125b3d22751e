import { t } from '../../i18n/t.ts'
import { config } from '../../lib/config.ts'
import { RequestFailed, sentenceOfAnswer } from '../../lib/data/failure.ts'
import { supabase } from '../../lib/data/supabase.ts'

interface Options {
  readonly signal: AbortSignal
  /** Bytes received; the total is unknown, since the server streams. */
  readonly onProgress: (bytes: number) => void
}

/** Downloads the user's data as a Blob. @throws RequestFailed when refused or interrupted */
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

/** "my-data-2026-03-01.zip" from the Content-Disposition header, or a default. */
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
