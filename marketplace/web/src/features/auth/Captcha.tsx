import { useEffect, useRef, useState } from 'react'
import { t } from '../../i18n/t.ts'
import type { CaptchaWidget } from '../../lib/config.ts'
import { Button } from '../../ui/Button.tsx'
import { type CaptchaApi, loadCaptcha } from './captcha-script.ts'

interface CaptchaProps {
  widget: CaptchaWidget
  /** Gets the token, or null when it has expired. */
  onToken: (token: string | null) => void
  /** Increase to request a new token: each is valid once. */
  round: number
}

/** The captcha widget. */
export function Captcha({ widget, onToken, round }: CaptchaProps) {
  const place = useRef<HTMLDivElement>(null)
  const shown = useRef<{ api: CaptchaApi; id: string | number } | null>(null)
  const [failed, setFailed] = useState(false)
  const [attempt, setAttempt] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: an attempt requests the script again
  useEffect(() => {
    let gone = false
    setFailed(false)
    loadCaptcha(widget).then(
      (api) => {
        if (gone || !place.current) return
        const id = api.render(place.current, {
          sitekey: widget.siteKey,
          theme: getComputedStyle(document.documentElement).colorScheme === 'dark' ? 'dark' : 'light',
          callback: onToken,
          'expired-callback': () => onToken(null),
          'error-callback': () => onToken(null),
        })
        shown.current = { api, id }
      },
      () => setFailed(true),
    )
    return () => {
      gone = true
      shown.current?.api.remove(shown.current.id)
      shown.current = null
    }
  }, [widget, onToken, attempt])

  useEffect(() => {
    if (round > 0) shown.current?.api.reset(shown.current.id)
  }, [round])

  return (
    <div>
      <div ref={place} className="min-h-[65px]" />
      {failed ? (
        <div role="alert" className="flex flex-wrap items-center gap-3 text-danger-ink">
          {t('auth.captchaEmpty')}
          <Button variant="secondary" size="s" onClick={() => setAttempt(attempt + 1)}>
            {t('app.tryAgain')}
          </Button>
        </div>
      ) : null}
    </div>
  )
}
