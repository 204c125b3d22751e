import { t } from '../../i18n/t.ts'
import type { CaptchaWidget } from '../../lib/config.ts'

/** The JavaScript API that both services share. */
export interface CaptchaApi {
  render(
    place: HTMLElement,
    options: {
      sitekey: string
      theme: 'light' | 'dark'
      callback: (token: string) => void
      'expired-callback': () => void
      'error-callback': () => void
    },
  ): string | number
  reset(widget: string | number): void
  remove(widget: string | number): void
}

type Names = 'turnstile' | 'hcaptcha'

let loading: Promise<CaptchaApi> | null = null

/** Loads the service's script, once, when a form first needs it. @throws when it fails to load */
export function loadCaptcha({ provider, scriptUrl }: CaptchaWidget): Promise<CaptchaApi> {
  loading ??= new Promise<CaptchaApi>((resolve, reject) => {
    const script = document.createElement('script')
    const address = new URL(scriptUrl)
    address.searchParams.set('render', 'explicit')
    script.src = address.href
    script.async = true
    script.onload = () => {
      const api = (globalThis as Partial<Record<Names, CaptchaApi>>)[provider]
      if (api) resolve(api)
      else reject(new Error(t('auth.captchaEmpty')))
    }
    script.onerror = () => reject(new Error(t('auth.captchaEmpty')))
    document.head.append(script)
  }).catch((error: unknown) => {
    loading = null // let the next form try again
    throw error
  })
  return loading
}
