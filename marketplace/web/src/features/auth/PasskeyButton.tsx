import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { useAuth } from './AuthProvider.tsx'
import { useCaptcha } from './use-captcha.tsx'

/** Signs in with a passkey: no email address, no password. Hidden in browsers without passkeys. */
export function PasskeyButton() {
  const { signInWithPasskey } = useAuth()
  const [asking, setAsking] = useState(false)
  const captcha = useCaptcha()
  const [needsCheck, setNeedsCheck] = useState(false)
  if (!('PublicKeyCredential' in globalThis)) return null
  async function go(): Promise<void> {
    const check = captcha.take()
    setNeedsCheck(!check.isSolved)
    if (!check.isSolved) return
    setAsking(true)
    await signInWithPasskey(check.token)
    setAsking(false)
  }
  return (
    <>
      {needsCheck ? captcha.widget : null}
      <Button
        variant="secondary"
        size="lg"
        loading={asking}
        loadingLabel={t('common.askingForPasskey')}
        onClick={go}
        className="leading-tight whitespace-normal!"
      >
        <KeyRound aria-hidden="true" strokeWidth={1.75} className="size-5" />
        {t('auth.signInWithPasskey')}
      </Button>
    </>
  )
}
