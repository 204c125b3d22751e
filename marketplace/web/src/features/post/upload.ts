import type { DetailedError, HttpRequest, Upload } from 'tus-js-client'
import { t } from '../../i18n/t.ts'
import { config } from '../../lib/config.ts'
import { supabase } from '../../lib/data/supabase.ts'
import { PHOTO_BUCKET } from './api.ts'

/** `left`: cancelled or page left, not an error. */
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
  /** URL of an interrupted upload. */
  uploadUrl: string | null
  /** Called with the URL for resuming later. */
  onAddress: (uploadUrl: string) => void
  onProgress: (progress: number) => void
  /** Called when offline; resumes by itself. */
  onPause: () => void
  signal: AbortSignal
}

/** Small enough for poor connections, large enough to limit round trips. */
const PART_BYTES = 1024 * 1024
/** Gives up after four minutes without progress while online. */
const RETRY_MS = [500, 1000, 2000, 4000, 8000, 15_000, 30_000, 30_000, 60_000, 60_000]
/** Aborts a request without progress for this long. */
const STALL_MS = 45_000

const SIGN_IN: Refusal = { ok: false, left: false, reason: t('post.upload.signInAgain'), canRetry: true }
const NO_CONNECTION: Refusal = {
  ok: false,
  left: false,
  reason: t('post.upload.connection'),
  canRetry: true,
}

/**
 * Uploads a photo in parts (TUS), resumable after lost connections, reloads and server restarts. Resolves when stored, refused or aborted.
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
      // Stored with the photo instead.
      storeFingerprintForResuming: false,
      metadata: {
        bucketName: PHOTO_BUCKET,
        objectName: photo.path,
        contentType: photo.blob.type,
        // Names are unique and never overwritten.
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
        // The name is unique, so this is our photo.
        if (answer.code === EXISTS) return end({ ok: true })
        if (navigator.onLine || !isTemporary(error)) end(refusal(answer))
      },
    })
    const trip = watch(upload, photo, end)
    endTrip = trip.end
    upload.start()
  })
}

/** Preloads the uploader, in case the connection is lost. */
export function loadUploader(): void {
  // The upload will retry the import.
  void import('tus-js-client').catch(() => undefined)
}

/** Resolves once online, or aborted. */
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

/** Pauses with the connection, and restarts stalled uploads. */
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

/** Deletes an unfinished upload. On failure, the server cleans up after a day. */
export async function cancelUpload(uploadUrl: string): Promise<void> {
  try {
    const { Upload } = await import('tus-js-client')
    await Upload.terminate(uploadUrl, { retryDelays: [500, 2000, 8000], onBeforeRequest: authorise })
  } catch {
    // Nothing to do: gone, complete, or offline.
  }
}

// Per request, since tokens expire during long uploads.
async function authorise(request: HttpRequest): Promise<void> {
  const { data } = await supabase.auth.getSession()
  request.setHeader('authorization', `Bearer ${data.session?.access_token ?? config.publishableKey}`)
  request.setHeader('apikey', config.publishableKey)
}

interface Answer {
  /** 0 without response. */
  status: number
  /** Code of the storage service. */
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

/** Network and server errors, and parts locked by a dead connection. */
function isTemporary(error: Error | DetailedError): boolean {
  const { status, code } = answerOf(error)
  if (status === 409) return code !== EXISTS
  return status === 0 || status >= 500 || status === 408 || status === 423 || status === 429
}

const EXISTS = 'KeyAlreadyExists'

/** The message for a refusal, else the server's text. */
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
  // Ignore HTML of proxies.
  const isSentence = status < 500 && message !== '' && message.length < 200 && !message.startsWith('<')
  return because(isSentence ? message : t('post.upload.notStored'), true)
}
