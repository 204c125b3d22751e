import { Square, Volume2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { t } from '../../../i18n/t.ts'
import { useIsLive } from '../../../lib/server-rendered.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import type { ListingDetail } from '../listing.ts'

/** Reads title and description aloud with the browser's speech synthesis. Hidden where there is none. */
export function ReadAloud({ listing }: { listing: ListingDetail }) {
  const canRead = useIsLive() && 'speechSynthesis' in window
  const [isReading, setReading] = useState(false)
  useEffect(() => {
    if (!isReading) return
    // Speech continues after the page is left.
    const stop = () => speechSynthesis.cancel()
    window.addEventListener('pagehide', stop)
    return () => {
      window.removeEventListener('pagehide', stop)
      stop()
    }
  }, [isReading])

  const read = () => {
    speechSynthesis.cancel()
    // In pieces: browsers stop in the middle of long texts.
    const parts = [listing.title, ...listing.description.split(/\n+/)].filter((part) => part.trim() !== '')
    parts.forEach((part, at) => {
      const utterance = new SpeechSynthesisUtterance(part)
      if (listing.language) utterance.lang = listing.language
      utterance.addEventListener('error', () => setReading(false))
      if (at === parts.length - 1) utterance.addEventListener('end', () => setReading(false))
      speechSynthesis.speak(utterance)
    })
    setReading(true)
  }
  if (!canRead) return null
  const Icon = isReading ? Square : Volume2
  return (
    <IconButton
      icon={Icon}
      label={isReading ? t('listing.stopReading') : t('common.readAloud')}
      className="text-ink-2 print:hidden"
      onClick={isReading ? () => setReading(false) : read}
    />
  )
}
