import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { useAuth } from './AuthProvider.tsx'

/** Signs in with a passkey: no address, no password. Absent where the browser has none. */
export function PasskeyButton() {
  const { signInWithPasskey } = useAuth()
  const [asking, setAsking] = useState(false)
  if (!('PublicKeyCredential' in globalThis)) return null
  async function go(): Promise<void> {
    setAsking(true)
    await signInWithPasskey()
    setAsking(false)
  }
  return (
    <Button variant="secondary" size="lg" loading={asking} loadingLabel={t('Asking for your passkey')} onClick={go}>
      <KeyRound aria-hidden="true" strokeWidth={1.75} className="size-5" />
      {t('Sign in with a passkey')}
    </Button>
  )
}
