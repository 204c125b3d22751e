import { t } from '../../i18n/t.ts'
import { dataOf, statusOf } from '../../lib/data/failure.ts'
import { supabase } from '../../lib/data/supabase.ts'
import type { Message } from './types.ts'

const BUCKET = 'chat-photos'
/** What the bucket takes. */
export const PHOTO_TYPES = 'image/jpeg,image/png,image/webp,image/heic,image/heif,image/avif'
const MAX_BYTES = 20 * 1024 * 1024
const SIGNED_SECONDS = 3600

/** Why a file cannot be sent as a photo, as a sentence; undefined when it can. */
export function photoProblem(file: Pick<File, 'type' | 'size'>): string | undefined {
  if (!PHOTO_TYPES.split(',').includes(file.type)) return t('messages.photosOnly')
  if (file.size > MAX_BYTES) return t('messages.photoTooLarge')
  return undefined
}

/**
 * Stores a photo where only the two of the conversation can see it, and says it. Doing it again with the same id changes nothing.
 * @throws {RequestFailed} a sentence
 */
export async function sendPhoto(conversationId: string, myId: string, id: string, file: File): Promise<Message> {
  const path = `${conversationId}/${myId}/${id}`
  const { shownEverywhere } = await import('../../lib/heic/heic.ts')
  const photo = await shownEverywhere(file)
  const stored = await supabase.storage.from(BUCKET).upload(path, photo, { contentType: photo.type })
  // It arrived the first time, and the answer was lost.
  if (stored.error && statusOf(stored.error) !== 409) throw stored.error
  const message = dataOf(await sayWhenChecked({ conversation_id: conversationId, path, client_id: id }))
  if (!message) throw new Error('the photo was not said')
  return message as Message // the row of `messages` that the function returns
}

const CHECK_AGAIN_MS = 1000
/** A photo is checked within seconds; one that takes longer is kept for another try. */
const MOST_CHECKS = 20

/** The server reads a photo after it has stored it, and lets nobody say what it has not read. */
async function sayWhenChecked(said: { conversation_id: string; path: string; client_id: string }) {
  for (let asked = 1; ; asked += 1) {
    const answer = await supabase.rpc('send_photo', said).single()
    if (answer.error?.code !== 'SK181' || asked === MOST_CHECKS) return answer
    await new Promise((resolve) => setTimeout(resolve, CHECK_AGAIN_MS))
  }
}

/** An address that shows a photo for an hour, at most so many pixels wide. */
export async function photoUrl(path: string, width: number): Promise<string> {
  const { data, error } = await supabase.storage
    .from(BUCKET)
    .createSignedUrl(path, SIGNED_SECONDS, { transform: { width, resize: 'contain' } })
  if (error) throw error
  return data.signedUrl
}
