import { useState } from 'react'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { DeleteAccountDialog } from './DeleteAccountDialog.tsx'

/** The way out: 30 days to change one's mind, then everything is erased. */
export function DeleteAccount() {
  const [isAsking, setAsking] = useState(false)
  return (
    <div className="max-w-2xl border-t border-line pt-5">
      <h2 className="font-semibold">{t('dashboard.deletingYourAccount')}</h2>
      <p className="type-small mt-1 text-ink-2">{t('dashboard.deleteAccount.hint')}</p>
      <Button variant="ghost" size="s" className="-ms-3 mt-1 text-danger-ink!" onClick={() => setAsking(true)}>
        {t('dashboard.deleteMyAccount')}
      </Button>
      {isAsking ? <DeleteAccountDialog onClose={() => setAsking(false)} /> : null}
    </div>
  )
}
