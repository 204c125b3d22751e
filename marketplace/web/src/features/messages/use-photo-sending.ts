import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { sentenceOf } from '../../lib/data/failure.ts'
import { toast } from '../../ui/toast.ts'
import { photoProblem, sendPhoto } from './chat-photo.ts'
import { addToThread } from './use-thread.ts'

/** A photo being sent; kept only while the thread is open. */
interface PhotoOnItsWay {
  readonly id: string
  readonly file: File
  /** Object URL of the local file. */
  readonly preview: string
  readonly failed: string | null
}

export interface PhotoSending {
  readonly photos: readonly PhotoOnItsWay[]
  add(files: Iterable<File>): void
  retry(id: string): void
  discard(id: string): void
}

/** Sends photos one at a time; a failed one stays with its reason, for a retry. */
export function usePhotoSending(conversationId: string, myId: string): PhotoSending {
  const queries = useQueryClient()
  const [photos, setPhotos] = useState<readonly PhotoOnItsWay[]>([])
  const previews = useRef(new Set<string>())
  useEffect(() => {
    const made = previews.current
    return () => {
      for (const preview of made) URL.revokeObjectURL(preview)
    }
  }, [])

  function drop(id: string): void {
    setPhotos((known) => known.filter((photo) => photo.id !== id))
  }
  async function send(photo: PhotoOnItsWay): Promise<void> {
    setPhotos((known) => known.map((one) => (one.id === photo.id ? { ...one, failed: null } : one)))
    try {
      const message = await sendPhoto(conversationId, myId, photo.id, photo.file)
      addToThread(queries, conversationId, [message])
      drop(photo.id)
    } catch (error) {
      const failed = sentenceOf(error)
      setPhotos((known) => known.map((one) => (one.id === photo.id ? { ...one, failed } : one)))
    }
  }
  return {
    photos,
    add(files) {
      for (const file of files) {
        const problem = photoProblem(file)
        if (problem) {
          void toast({ title: problem, tone: 'error' })
          continue
        }
        const preview = URL.createObjectURL(file)
        previews.current.add(preview)
        const photo = { id: crypto.randomUUID(), file, preview, failed: null }
        setPhotos((known) => [...known, photo])
        void send(photo)
      }
    },
    retry(id) {
      const photo = photos.find((one) => one.id === id)
      if (photo) void send(photo)
    },
    discard: drop,
  }
}
