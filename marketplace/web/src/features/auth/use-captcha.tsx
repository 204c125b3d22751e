import { lazy, type ReactNode, Suspense, useCallback, useState } from 'react'
import { t } from '../../i18n/t.ts'
import { config } from '../../lib/config.ts'

const Captcha = lazy(async () => ({ default: (await import('./Captcha.tsx')).Captcha }))

/** What a form may send along: a token where one is needed, or why it cannot be sent yet. */
export type Check =
  | { readonly isSolved: true; readonly token: string | undefined }
  | { readonly isSolved: false; readonly why: string }

export interface CaptchaOfForm {
  /** To be shown above the button that sends; null where nobody is asked. */
  readonly widget: ReactNode
  /** Hands the solved check to a call, and asks for the next one: each counts once. */
  take(): Check
}

/** The captcha of one form. Where the operator has set up none, nothing is loaded and nothing is asked. */
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
