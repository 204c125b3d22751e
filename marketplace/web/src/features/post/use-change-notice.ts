import { useEffect, useEffectEvent, useRef } from 'react'
import type { PostForm } from './listing-form.ts'
import type { PostPhoto } from './photos.ts'

/** Calls `changed` on edits of text and photos. */
export function useChangeNotice(
  form: PostForm,
  photos: readonly PostPhoto[],
  isUnsaved: boolean,
  changed: (form: PostForm, photos: readonly PostPhoto[]) => void,
): void {
  const lasting = photos.filter((photo) => photo.state.is !== 'failed' || photo.state.canRetry)
  const signature = JSON.stringify([form, lasting.map((photo) => [photo.id, photo.path, photo.alt])])
  const known = useRef(isUnsaved ? null : signature)
  const tell = useEffectEvent(() => changed(form, lasting))
  useEffect(() => {
    if (known.current === signature) return
    known.current = signature
    tell()
  }, [signature])
}
