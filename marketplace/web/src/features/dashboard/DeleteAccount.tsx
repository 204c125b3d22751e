import { useState } from 'react'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { SettingRow } from '../../ui/SettingsGroup.tsx'
import { DeleteAccountDialog } from './DeleteAccountDialog.tsx'

export function DeleteAccount() {
  const [isAsking, setAsking] = useState(false)
  return (
    <SettingRow
      title={t('dashboard.deletingYourAccount')}
      line={t('dashboard.deleteAccount.hint')}
      action={
        <Button variant="ghost" size="s" className="-mx-3 text-danger-ink!" onClick={() => setAsking(true)}>
          {t('dashboard.deleteMyAccount')}
        </Button>
      }
    >
      {isAsking ? <DeleteAccountDialog onClose={() => setAsking(false)} /> : null}
    </SettingRow>
  )
}
