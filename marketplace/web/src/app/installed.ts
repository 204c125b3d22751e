import { Workbox } from 'workbox-window'
import { currentLanguage } from '../i18n/messages.ts'
import { t } from '../i18n/t.ts'
import { toast } from '../ui/toast.ts'

/** Installs the service worker, and asks before a new version takes over. */
export function installApp(): void {
  const workbox = new Workbox('/sw.js')
  workbox.addEventListener('waiting', () => {
    toast({
      tone: 'info',
      title: t('common.newVersion'),
      stays: true,
      action: {
        label: t('common.reload'),
        onClick: () => {
          workbox.addEventListener('controlling', () => location.reload())
          workbox.messageSkipWaiting()
        },
      },
    })
  })
  // Browsers refuse registration in private windows; nothing else depends on it.
  workbox.register().catch(() => undefined)
  const page = location.href.replace(location.hash, '')
  const language = currentLanguage()
  void navigator.serviceWorker.ready.then(({ active }) => active?.postMessage({ type: 'KEEP', page, language }))
}
