import { dataOf } from '../../app/failure.ts'
import { supabase } from '../../app/supabase.ts'
import { t } from '../../i18n/t.ts'
import type { Message } from './types.ts'

const BUCKET = 'chat-photos'
/** What the bucket takes. */
export const PHOTO_TYPES = 'image/jpeg,image/png,image/webp,image/heic,image/heif,image/avif'
const MAX_BYTES = 20 * 1024 * 1024
const SIGNED_SECONDS = 3600

/** Why a file cannot be sent as a photo, as a sentence; undefined when it can. */
export function photoProblem(file: Pick<File, 'type' | 'size'>): string | undefined {
  if (!PHOTO_TYPES.split(',').includes(file.type)) return t('Only photos can be sent: JPEG, PNG, WebP, HEIC or AVIF.')
  if (file.size > MAX_BYTES) return t('This photo is larger than 20 MB. Send a smaller copy.')
  return undefined
}

/**
 * Stores a photo where only the two of the conversation can see it, and says it. Doing it again with the same id changes nothing.
 * @throws {RequestFailed} a sentence
 */
export async function sendPhoto(conversationId: string, myId: string, id: string, file: File): Promise<Message> {
  const path = `${conversationId}/${myId}/${id}`
  const stored = await supabase.storage.from(BUCKET).upload(path, file, { contentType: file.type })
  // It arrived the first time, and the answer was lost.
  if (stored.error && !/exists|duplicate/i.test(stored.error.message)) throw stored.error
  const answer = await supabase.rpc('send_photo', { conversation_id: conversationId, path, client_id: id }).single()
  const message = dataOf(answer)
  if (!message) throw new Error('the photo was not said')
  return message as unknown as Message // the row of `messages` that the function returns
}

/** An address that shows a photo for an hour, at most so many pixels wide. */
export async function photoUrl(path: string, width: number): Promise<string> {
  const { data, error } = await supabase.storage
    .from(BUCKET)
    .createSignedUrl(path, SIGNED_SECONDS, { transform: { width, resize: 'contain' } })
  if (error) throw error
  return data.signedUrl
}
