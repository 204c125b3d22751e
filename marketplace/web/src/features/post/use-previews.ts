import { useEffect, useRef, useState } from 'react'

/** Time for the replacement to render. */
const SWAP_MS = 5000

/** Object URLs of photos, revoked when unused. */
export function usePreviews() {
  const urls = useRef(new Map<string, string>())
  useEffect(() => {
    const known = urls.current
    return () => {
      for (const url of known.values()) URL.revokeObjectURL(url)
    }
  }, [])
  const [previews] = useState(() => ({
    urlOf(blob: Blob, id: string): string {
      previews.forget(id)
      const url = URL.createObjectURL(blob)
      urls.current.set(id, url)
      return url
    },
    forget(id: string): void {
      const url = urls.current.get(id)
      urls.current.delete(id)
      if (url) setTimeout(() => URL.revokeObjectURL(url), SWAP_MS)
    },
  }))
  return previews
}
