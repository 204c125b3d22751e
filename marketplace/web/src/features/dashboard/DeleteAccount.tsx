import { useState } from 'react'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { DeleteAccountDialog } from './DeleteAccountDialog.tsx'

/** The way out: 30 days to change one's mind, then everything is erased. */
export function DeleteAccount() {
  const [isAsking, setAsking] = useState(false)
  return (
    <div className="panel max-w-2xl p-5">
      <h2 className="type-h3">{t('Deleting your account')}</h2>
      <p className="mt-1 text-ink-2">
        {t(
          'Your profile and ads disappear at once, and after 30 days everything about you is erased. Until then you can take it back by signing in.',
        )}
      </p>
      <Button variant="danger" className="mt-4" onClick={() => setAsking(true)}>
        {t('Delete my account')}
      </Button>
      {isAsking ? <DeleteAccountDialog onClose={() => setAsking(false)} /> : null}
    </div>
  )
}
