import { Monitor, Moon, Sun } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { LanguageSelect } from '../../ui/LanguageSelect.tsx'
import { LinkButton } from '../../ui/LinkButton.tsx'
import { RadioCards } from '../../ui/RadioCards.tsx'
import { SettingRow, SettingsColumns, SettingsGroup } from '../../ui/SettingsGroup.tsx'
import { chooseTheme, type Theme, useTheme } from '../../ui/theme.ts'
import { useAuth } from '../auth/AuthProvider.tsx'
import { chooseOwnLanguage } from '../auth/choose-own-language.ts'
import { DataExport } from './DataExport.tsx'
import { DeleteAccountDialog } from './DeleteAccountDialog.tsx'
import { tabPath } from './tabs.ts'

const icon = { 'aria-hidden': true, strokeWidth: 1.75, className: 'size-5 shrink-0 max-sm:hidden' } as const

const THEMES: { value: Theme; label: string; icon: ReactNode }[] = [
  { value: 'system', label: t('dashboard.asTheSystem'), icon: <Monitor {...icon} /> },
  { value: 'light', label: t('dashboard.light'), icon: <Sun {...icon} /> },
  { value: 'dark', label: t('dashboard.dark'), icon: <Moon {...icon} /> },
]

interface SettingsTabProps {
  /** Settings of other features. */
  selling: ReactNode
  privacy: ReactNode
}

export function SettingsTab({ selling, privacy }: SettingsTabProps) {
  const { user } = useAuth()
  const theme = useTheme()
  return (
    <SettingsColumns>
      <div className="grid gap-7">
        <SettingsGroup title={t('dashboard.languageAndTheme')}>
          <SettingRow
            title={t('app.language')}
            line={t('dashboard.languageHint')}
            action={
              <LanguageSelect
                onChoose={(language) => void chooseOwnLanguage(language, user?.id ?? null)}
                className="w-44"
              />
            }
          />
          <SettingRow
            title={t('dashboard.colours')}
            action={
              <div className="w-full sm:w-90">
                <RadioCards
                  legend={t('dashboard.colours')}
                  hideLegend
                  options={THEMES}
                  value={theme}
                  onChange={chooseTheme}
                  className="grid-cols-3"
                />
              </div>
            }
          />
        </SettingsGroup>
        <SettingsGroup title={t('dashboard.selling')}>{selling}</SettingsGroup>
      </div>
      <div className="grid gap-7">
        <SettingsGroup title={t('dashboard.privacy')}>
          {privacy}
          <SettingRow
            title={t('common.reports')}
            line={t('reports.emptyHint')}
            action={
              <LinkButton variant="secondary" size="s" to={tabPath('reports')}>
                {t('common.show')}
              </LinkButton>
            }
          />
          <DataExport />
        </SettingsGroup>
        <div className="panel divide-y divide-line">
          <SignOut />
          <DeleteAccount />
        </div>
      </div>
    </SettingsColumns>
  )
}

function SignOut() {
  const { user, signOut } = useAuth()
  const [isLeaving, setIsLeaving] = useState(false)
  const leave = async () => {
    setIsLeaving(true)
    await signOut()
    setIsLeaving(false)
  }
  return (
    <SettingRow
      title={t('common.signOut')}
      line={t('dashboard.signedInAs', { email: user?.email ?? user?.phone })}
      action={
        <Button
          variant="secondary"
          size="s"
          loading={isLeaving}
          loadingLabel={t('common.signingOut')}
          onClick={() => void leave()}
        >
          {t('dashboard.signOutEverywhere')}
        </Button>
      }
    />
  )
}

function DeleteAccount() {
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
