import { Monitor, Moon, Sun } from 'lucide-react'
import { useState } from 'react'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/Button.tsx'
import { LanguageSelect } from '../../ui/LanguageSelect.tsx'
import { RadioCards } from '../../ui/RadioCards.tsx'
import { chooseTheme, type Theme, useTheme } from '../../ui/theme.ts'
import { useAuth } from '../auth/AuthProvider.tsx'
import { chooseOwnLanguage } from '../auth/choose-own-language.ts'
import { DataExport } from './DataExport.tsx'

const icon = { 'aria-hidden': true, strokeWidth: 1.75, className: 'size-5 shrink-0' } as const

const THEMES: { value: Theme; label: string; icon: React.ReactNode }[] = [
  { value: 'system', label: t('dashboard.asTheSystem'), icon: <Monitor {...icon} /> },
  { value: 'light', label: t('dashboard.light'), icon: <Sun {...icon} /> },
  { value: 'dark', label: t('dashboard.dark'), icon: <Moon {...icon} /> },
]

/** Colours, one's data and the session. */
export function SettingsTab() {
  const { user, signOut } = useAuth()
  const theme = useTheme()
  const [isLeaving, setIsLeaving] = useState(false)
  const leave = async () => {
    setIsLeaving(true)
    await signOut()
    setIsLeaving(false)
  }
  return (
    <div className="grid max-w-2xl gap-8">
      <RadioCards
        legend={t('dashboard.colours')}
        options={THEMES}
        value={theme}
        onChange={chooseTheme}
        className="grid-cols-1 sm:grid-cols-3"
      />
      <div className="grid justify-items-start gap-2">
        <h2 className="type-h3">{t('app.language')}</h2>
        <p className="text-ink-2">{t('dashboard.languageHint')}</p>
        <LanguageSelect onChoose={(language) => void chooseOwnLanguage(language, user?.id ?? null)} className="w-48" />
      </div>
      <DataExport />
      <div className="panel p-5">
        <h2 className="type-h3">{t('common.signingOut')}</h2>
        <p className="mt-1 text-ink-2">
          {t('dashboard.signedInAs', {
            email: user?.email ?? user?.phone,
          })}
        </p>
        <Button
          variant="secondary"
          className="mt-4"
          loading={isLeaving}
          loadingLabel={t('common.signingOut')}
          onClick={() => void leave()}
        >
          {t('dashboard.signOutEverywhere')}
        </Button>
      </div>
    </div>
  )
}
