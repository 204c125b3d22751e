import { useEffect, useState } from 'react'
import { type Published, publishListing } from './api.ts'

/** What publishing said. While the photos are being read it asks again, until the ad is live or before a moderator. */
export function usePublished(listingId: string) {
  const [published, setPublished] = useState<Published | null>(null)
  useEffect(() => {
    if (!published?.isBeingRead) return
    let isGone = false
    // What fails is asked again by the page that the person opens next.
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
