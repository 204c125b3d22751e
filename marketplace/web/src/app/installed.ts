import { Workbox } from 'workbox-window'
import { t } from '../i18n/t.ts'
import { toast } from '../ui/toast.ts'

/** Keeps the app in this browser for when there is no connection, and asks before a new version takes over. */
export function installApp(): void {
  const workbox = new Workbox('/sw.js')
  workbox.addEventListener('waiting', () => {
    toast({
      tone: 'info',
      title: t('There is a new version'),
      stays: true,
      action: {
        label: t('Reload'),
        onClick: () => {
          workbox.addEventListener('controlling', () => location.reload())
          workbox.messageSkipWaiting()
        },
      },
    })
  })
  // Browsers refuse in private windows; nothing else depends on it.
  workbox.register().catch(() => undefined)
}
