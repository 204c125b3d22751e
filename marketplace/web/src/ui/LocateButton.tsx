import { LocateFixed } from 'lucide-react'
import { t } from '../i18n/t.ts'
import { deviceSpot, type Spot } from '../lib/device-spot.ts'
import { Button } from './Button.tsx'
import { toast } from './toast.ts'

/** Uses the device's location, after the browser's permission prompt. */
export function LocateButton({ onFound }: { onFound: (spot: Spot) => void | Promise<void> }) {
  const locate = () => {
    deviceSpot()
      .then(onFound)
      .catch((failure: Error) => {
        void toast({
          tone: 'error',
          title: t('ads.noPlaceFound'),
          description: t('ads.typeTownInstead', { message: failure.message }),
        })
      })
  }
  return (
    <Button variant="soft" onClick={locate}>
      <LocateFixed aria-hidden="true" strokeWidth={1.75} className="size-5" />
      {t('ads.useMyLocation')}
    </Button>
  )
}
