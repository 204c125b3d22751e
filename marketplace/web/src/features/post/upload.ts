import type { DetailedError, HttpRequest, Upload } from 'tus-js-client'
import { t } from '../../i18n/t.ts'
import { config } from '../../lib/config.ts'
import { supabase } from '../../lib/data/supabase.ts'
import { PHOTO_BUCKET } from './api.ts'

/** What became of a picture. `left`: the page was left or the picture taken away, which is nobody's failure. */
export type Uploaded = { ok: true } | { ok: false; left: true } | Refusal
export interface Refusal {
  ok: false
  left: false
  reason: string
  canRetry: boolean
}

interface PhotoUpload {
  path: string
  blob: Blob
  /** Where an earlier attempt stopped, if there was one. */
  uploadUrl: string | null
  /** The server gave the upload an address: from now on it can be resumed, also by another visit. */
  onAddress: (uploadUrl: string) => void
  /** 0 to 1. */
  onProgress: (progress: number) => void
  /** No connection right now; the upload goes on by itself. */
  onPause: () => void
  signal: AbortSignal
}

/** Small enough that a poor connection gets one through, large enough that the questions between them cost little. */
const PART_BYTES = 1024 * 1024
/** Four minutes of no progress at all while the browser believes to be online; then the person is asked. */
const RETRY_MS = [500, 1000, 2000, 4000, 8000, 15_000, 30_000, 30_000, 60_000, 60_000]
/** A connection that died without a word: no byte went for so long. */
const STALL_MS = 45_000

const SIGN_IN: Refusal = { ok: false, left: false, reason: t('post.upload.signInAgain'), canRetry: true }
const NO_CONNECTION: Refusal = {
  ok: false,
  left: false,
  reason: t('post.upload.connection'),
  canRetry: true,
}

/**
 * Sends one picture to the storage service in parts (TUS), so that a lost connection, a reload or a restart of the server
 * costs at most the part that was under way. Resolves when the picture is stored, refused, or `signal` has ended it.
 */
export async function uploadPhoto(photo: PhotoUpload): Promise<Uploaded> {
  if (!navigator.onLine) {
    photo.onPause()
    await connection(photo.signal)
  }
  const { data } = await supabase.auth.getSession()
  if (!data.session) return SIGN_IN
  const tus = await import('tus-js-client').catch(() => null)
  if (photo.signal.aborted) return { ok: false, left: true }
  if (!tus) return NO_CONNECTION
  return new Promise((resolve) => {
    let endTrip = () => {}
    const end = (outcome: Uploaded) => {
      endTrip()
      resolve(outcome)
    }
    const upload = new tus.Upload(photo.blob, {
      endpoint: `${config.url}/storage/v1/upload/resumable`,
      uploadUrl: photo.uploadUrl,
      chunkSize: PART_BYTES,
      retryDelays: RETRY_MS,
      // Kept beside the picture itself, where it cannot be found without it.
      storeFingerprintForResuming: false,
      metadata: {
        bucketName: PHOTO_BUCKET,
        objectName: photo.path,
        contentType: photo.blob.type,
        // The name holds a fresh id and is never written twice.
        cacheControl: '31536000',
      },
      onBeforeRequest: authorise,
      onUploadUrlAvailable: () => photo.onAddress(upload.url ?? ''),
      onProgress: (sent, total) => {
        trip.moved()
        photo.onProgress(sent / total)
      },
      onShouldRetry: (error) => {
        if (!isTemporary(error)) return false
        photo.onPause()
        return navigator.onLine
      },
      onSuccess: () => end({ ok: true }),
      onError: (error) => {
        const answer = answerOf(error)
        // Only this page knows the name, so what lies there is this picture.
        if (answer.code === EXISTS) return end({ ok: true })
        if (navigator.onLine || !isTemporary(error)) end(refusal(answer))
      },
    })
    const trip = watch(upload, photo, end)
    endTrip = trip.end
    upload.start()
  })
}

/** What uploads need is fetched ahead of the first one: it may be chosen where there is no connection. */
export function loadUploader(): void {
  // Without it the upload itself fetches it, and says so when it cannot.
  void import('tus-js-client').catch(() => undefined)
}

/** Resolves when there is a connection again, or when `signal` ends the waiting. */
function connection(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      window.removeEventListener('online', end)
      signal.removeEventListener('abort', end)
      resolve()
    }
    window.addEventListener('online', end)
    signal.addEventListener('abort', end)
  })
}

/** Starts and stops an upload with the connection, and begins anew with one that has died without a word. */
function watch(upload: Upload, { signal, onPause }: PhotoUpload, end: (outcome: Uploaded) => void) {
  const stop = () => void upload.abort()
  const pause = () => {
    stop()
    clearTimeout(timer)
    onPause()
  }
  const resume = () => {
    moved()
    upload.start()
  }
  const leave = () => {
    stop()
    end({ ok: false, left: true })
  }
  let timer: ReturnType<typeof setTimeout> | undefined
  const moved = () => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      stop()
      if (navigator.onLine) resume()
    }, STALL_MS)
  }
  moved()
  window.addEventListener('offline', pause)
  window.addEventListener('online', resume)
  signal.addEventListener('abort', leave)
  return {
    moved,
    end: () => {
      clearTimeout(timer)
      window.removeEventListener('offline', pause)
      window.removeEventListener('online', resume)
      signal.removeEventListener('abort', leave)
    },
  }
}

/** Deletes what the server has of an unfinished upload. What stays because this fails, the server clears away after a day. */
export async function cancelUpload(uploadUrl: string): Promise<void> {
  try {
    const { Upload } = await import('tus-js-client')
    await Upload.terminate(uploadUrl, { retryDelays: [500, 2000, 8000], onBeforeRequest: authorise })
  } catch {
    // Gone already, complete already, or no connection: nothing that anybody could do about it here.
  }
}

// Asked anew for each request: an upload may take longer than a token lives.
async function authorise(request: HttpRequest): Promise<void> {
  const { data } = await supabase.auth.getSession()
  request.setHeader('authorization', `Bearer ${data.session?.access_token ?? config.publishableKey}`)
  request.setHeader('apikey', config.publishableKey)
}

interface Answer {
  /** 0 when there was none. */
  status: number
  /** The storage service's, of its closed list. */
  code: string
  body: string
}

function answerOf(error: Error | DetailedError): Answer {
  const response = 'originalResponse' in error ? error.originalResponse : null
  if (!response) return { status: 0, code: '', body: '' }
  return {
    status: response.getStatus(),
    code: response.getHeader('x-error-code') ?? '',
    body: response.getBody() ?? '',
  }
}

/** Worth another attempt: no answer, a server in trouble, or a part that is still locked by the connection that died. */
function isTemporary(error: Error | DetailedError): boolean {
  const { status, code } = answerOf(error)
  if (status === 409) return code !== EXISTS
  return status === 0 || status >= 500 || status === 408 || status === 423 || status === 429
}

const EXISTS = 'KeyAlreadyExists'

/** The server's refusal as a sentence, by its code. What has none of its own keeps the words of the server, which are plain text. */
export function refusal({ status, code, body }: Answer): Refusal {
  const message = body.trim()
  const because = (reason: string, canRetry: boolean): Refusal => ({ ok: false, left: false, reason, canRetry })
  if (status === 0) return NO_CONNECTION
  if (status === 401 || status === 403) return SIGN_IN
  if (code === 'QuotaExceeded') return because(t('post.upload.storageFull'), true)
  if (code === 'ImageTooLarge') return because(t('post.upload.tooManyPixels'), false)
  if (status === 413) return because(t('post.upload.tooLarge'), false)
  if (status === 415 && code !== 'HeicUnsupported') {
    return because(t('post.files.notPicture'), false)
  }
  // A proxy's page is not the storage service's answer.
  const isSentence = status < 500 && message !== '' && message.length < 200 && !message.startsWith('<')
  return because(isSentence ? message : t('post.upload.notStored'), true)
}
