import { t } from '../../i18n/t.ts'
import { dataOf, statusOf } from '../../lib/data/failure.ts'
import { supabase } from '../../lib/data/supabase.ts'
import type { Message } from './types.ts'

const BUCKET = 'chat-photos'
/** Types that the bucket accepts. */
export const PHOTO_TYPES = 'image/jpeg,image/png,image/webp,image/heic,image/heif,image/avif'
const MAX_BYTES = 20 * 1024 * 1024
const SIGNED_SECONDS = 3600

/** Why a file cannot be sent as a photo; undefined when it can. */
export function photoProblem(file: Pick<File, 'type' | 'size'>): string | undefined {
  if (!PHOTO_TYPES.split(',').includes(file.type)) return t('messages.photosOnly')
  if (file.size > MAX_BYTES) return t('messages.photoTooLarge')
  return undefined
}

/**
 * Uploads a photo that only the two people of the conversation can see, and sends it as a message. Idempotent by id.
 * @throws {RequestFailed} with a message for the user
 */
export async function sendPhoto(conversationId: string, myId: string, id: string, file: File): Promise<Message> {
  const path = `${conversationId}/${myId}/${id}`
  const { shownEverywhere } = await import('../../lib/heic/heic.ts')
  const photo = await shownEverywhere(file)
  const stored = await supabase.storage.from(BUCKET).upload(path, photo, { contentType: photo.type })
  // The first upload succeeded, but its response was lost.
  if (stored.error && statusOf(stored.error) !== 409) throw stored.error
  const message = dataOf(await sayWhenChecked({ conversation_id: conversationId, path, client_id: id }))
  if (!message) throw new Error('the photo was not said')
  return message as Message // the row of `messages` that the function returns
}

const CHECK_AGAIN_MS = 1000
/** Photos are scanned within seconds; if it takes longer, sending fails and can be retried. */
const MOST_CHECKS = 20

/** The server scans a photo after the upload, and refuses to send it before that. */
async function sayWhenChecked(said: { conversation_id: string; path: string; client_id: string }) {
  for (let asked = 1; ; asked += 1) {
    const answer = await supabase.rpc('send_photo', said).single()
    if (answer.error?.code !== 'SK181' || asked === MOST_CHECKS) return answer
    await new Promise((resolve) => setTimeout(resolve, CHECK_AGAIN_MS))
  }
}

/** A signed URL for a photo, valid for an hour, with a maximum width in pixels. */
export async function photoUrl(path: string, width: number): Promise<string> {
  const { data, error } = await supabase.storage
    .from(BUCKET)
    .createSignedUrl(path, SIGNED_SECONDS, { transform: { width, resize: 'contain' } })
  if (error) throw error
  return data.signedUrl
}
