import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react'
import { t } from '../../i18n/t.ts'
import { config } from '../../lib/config.ts'

const Captcha = lazy(async () => ({ default: (await import('./Captcha.tsx')).Captcha }))

/** What a form may submit: a token where required, or why it cannot be submitted yet. */
type Check =
  | { readonly isSolved: true; readonly token: string | undefined }
  | { readonly isSolved: false; readonly why: string }

export interface CaptchaOfForm {
  /** Render above the submit button; null without a captcha. */
  readonly widget: ReactNode
  /** Returns the token for one call and requests the next: each is valid once. */
  take(): Check
}

/** The captcha of one form. When the operator has configured none, nothing is loaded or shown. */
export function useCaptcha(): CaptchaOfForm {
  const [token, setToken] = useState<string | null>(null)
  const [round, setRound] = useState(0)
  const onToken = useCallback((next: string | null) => setToken(next), [])
  const { captcha } = config
  if (!captcha) return { widget: null, take: () => ({ isSolved: true, token: undefined }) }
  return {
    widget: (
      <Suspense fallback={<div className="min-h-[65px]" />}>
        <Captcha widget={captcha} onToken={onToken} round={round} />
      </Suspense>
    ),
    take() {
      if (token === null) {
        return { isSolved: false, why: t('auth.solveCaptcha') }
      }
      setToken(null)
      setRound(round + 1)
      return { isSolved: true, token }
    },
  }
}
