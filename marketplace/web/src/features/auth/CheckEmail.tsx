import { useEffect, useState } from 'react'
import { t } from '../../i18n/t.ts'
import { config } from '../../lib/config.ts'
import { Button } from '../../ui/Button.tsx'
import { useAuth } from './AuthProvider.tsx'
import { BackToSignIn } from './ForgotForm.tsx'
import { useCaptcha } from './use-captcha.tsx'

const WAIT_SECONDS = 60

interface CheckEmailProps {
  email: string
  /** Which email was sent; decides what "send again" sends. */
  purpose: 'confirm' | 'reset'
  onBack: () => void
}

/** What to do after an email has been sent. */
export function CheckEmail({ email, purpose, onBack }: CheckEmailProps) {
  const { resetPassword, resendConfirmation } = useAuth()
  const [seconds, setSeconds] = useState(WAIT_SECONDS)
  const [sending, setSending] = useState(false)
  const captcha = useCaptcha()
  const [problem, setProblem] = useState<string | null>(null)
  useEffect(() => {
    if (seconds === 0) return
    const timer = setTimeout(() => setSeconds(seconds - 1), 1000)
    return () => clearTimeout(timer)
  }, [seconds])

  async function sendAgain(): Promise<void> {
    const check = captcha.take()
    setProblem(check.isSolved ? null : check.why)
    if (!check.isSolved) return
    setSending(true)
    await (purpose === 'reset' ? resetPassword(email, check.token) : resendConfirmation(email, check.token))
    setSending(false)
    setSeconds(WAIT_SECONDS)
  }

  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return (
    <div className="grid gap-4">
      {seconds === 0 ? captcha.widget : null}
      {problem ? (
        <p role="alert" className="text-danger-ink">
          {problem}
        </p>
      ) : null}
      <div className="flex flex-wrap gap-2">
        {config.mailbox ? (
          <a
            href={config.mailbox}
            target="_blank"
            rel="noreferrer"
            className="inline-flex min-h-11 items-center font-semibold text-brand"
          >
            {t('auth.openMailbox')}
          </a>
        ) : null}
        <Button
          variant="secondary"
          disabled={seconds > 0}
          loading={sending}
          loadingLabel={t('common.sending')}
          onClick={sendAgain}
        >
          {seconds > 0 ? <span className="tnum">{t('auth.sendAgainIn', { clock })}</span> : t('common.sendAgain')}
        </Button>
      </div>
      <BackToSignIn onBack={onBack} />
    </div>
  )
}
