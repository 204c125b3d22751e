import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { sentenceOf } from '../../lib/data/failure.ts'
import { type Published, publishListing } from './api.ts'
import { forgetDraft } from './kept.ts'
import type { Problem } from './rules.ts'

interface PublishOptions {
  listingId: string
  /** For guests: called instead of publishing. */
  signIn: (() => void) | null
  isDraft: boolean
  findProblems: () => Problem[]
  showInline: () => Promise<unknown>
  /** Publishing waits for uploads. */
  isUploading: boolean
  saveNow: () => Promise<void>
  stopSaving: () => void
  /** `published` is null after saving a published ad. */
  onDone: (published: Published | null) => void
}

/** Validates, saves and publishes, and reports problems. */
export function usePublish(options: PublishOptions) {
  const queryClient = useQueryClient()
  const summary = useRef<HTMLDivElement>(null)
  const [isWorking, setIsWorking] = useState(false)
  const [wasTried, setWasTried] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const [waits, setWaits] = useState(false)

  // After rendering.
  const focusSummary = () => requestAnimationFrame(() => summary.current?.focus())

  const publish = async () => {
    setWasTried(true)
    setRefusal(null)
    if (options.findProblems().length > 0) {
      await options.showInline()
      focusSummary()
      return
    }
    if (options.signIn) return options.signIn()
    if (options.isUploading) return setWaits(true)
    setIsWorking(true)
    try {
      await options.saveNow()
      const published = options.isDraft ? await publishListing(options.listingId) : null
      options.stopSaving()
      await forgetDraft(options.listingId)
      await queryClient.invalidateQueries()
      options.onDone(published)
    } catch (error) {
      setRefusal(sentenceOf(error))
      focusSummary()
    } finally {
      setIsWorking(false)
    }
  }

  const goOn = useEffectEvent(publish)
  useEffect(() => {
    if (!waits || options.isUploading) return
    setWaits(false)
    void goOn()
  }, [waits, options.isUploading])

  return { publish, isWorking, isWaitingForPhotos: waits, wasTried, refusal, summary }
}
