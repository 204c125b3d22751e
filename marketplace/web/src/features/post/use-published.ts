import { useEffect, useState } from 'react'
import { type Published, publishListing } from './api.ts'

/** The outcome, refreshed while photos are being scanned. */
export function usePublished(listingId: string) {
  const [published, setPublished] = useState<Published | null>(null)
  useEffect(() => {
    if (!published?.isBeingRead) return
    let isGone = false
    // Ignore failures: the next page loads the state again.
    publishListing(listingId).then(
      (now) => isGone || setPublished(now),
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [published, listingId])
  return { published, setPublished }
}
