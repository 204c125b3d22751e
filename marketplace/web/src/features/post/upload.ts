import { config } from '../../app/config.ts'
import { supabase } from '../../app/supabase.ts'
import { PHOTO_BUCKET } from './api.ts'

export type Uploaded = { ok: true } | { ok: false; reason: string; canRetry: boolean }

interface Upload {
  path: string
  blob: Blob
  /** 0 to 1. */
  onProgress: (progress: number) => void
  signal: AbortSignal
}

const NO_CONNECTION: Uploaded = { ok: false, reason: 'Check your connection, then retry.', canRetry: true }

/**
 * Sends one picture to the storage service. The same request as supabase.storage.upload() makes, over XMLHttpRequest
 * because fetch cannot tell how much has been sent.
 */
export async function uploadPhoto(upload: Upload): Promise<Uploaded> {
  const { data } = await supabase.auth.getSession()
  const token = data.session?.access_token
  if (!token) return { ok: false, reason: 'Please sign in again, then retry.', canRetry: true }
  return send(upload, token)
}

function send({ path, blob, onProgress, signal }: Upload, token: string): Promise<Uploaded> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.open('POST', `${config.url}/storage/v1/object/${PHOTO_BUCKET}/${path}`)
    request.setRequestHeader('authorization', `Bearer ${token}`)
    request.setRequestHeader('apikey', config.publishableKey)
    request.setRequestHeader('content-type', blob.type)
    // The name holds a fresh id and is never written twice.
    request.setRequestHeader('cache-control', 'max-age=31536000')
    request.upload.onprogress = (event) => {
      if (event.lengthComputable) onProgress(event.loaded / event.total)
    }
    request.onload = () => resolve(request.status < 300 ? { ok: true } : refusal(request.responseText))
    request.onerror = () => resolve(NO_CONNECTION)
    request.ontimeout = () => resolve(NO_CONNECTION)
    signal.addEventListener('abort', () => request.abort())
    request.onabort = () => resolve(NO_CONNECTION)
    request.timeout = 120_000
    request.send(blob)
  })
}

/** The server's refusal as a sentence. Codes are those of the storage protocol. */
export function refusal(body: string): Uploaded {
  const { code, message } = readEnvelope(body)
  switch (code) {
    case 'EntityTooLarge':
      return { ok: false, reason: 'This photo is too large. The limit is 20 MB.', canRetry: false }
    case 'InvalidMimeType':
      return { ok: false, reason: 'This file is not a picture. Use JPEG, PNG or WebP.', canRetry: true }
    case 'AccessDenied':
      return { ok: false, reason: 'Please sign in again, then retry.', canRetry: true }
    default:
      return { ok: false, reason: message ?? 'The photo was not stored. Please retry.', canRetry: true }
  }
}

function readEnvelope(body: string): { code?: string; message?: string } {
  try {
    const envelope: unknown = JSON.parse(body)
    return typeof envelope === 'object' && envelope !== null ? envelope : {}
  } catch {
    // A proxy's page, not the storage service's answer.
    return {}
  }
}
