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
  { value: 'system', label: t('As the system'), icon: <Monitor {...icon} /> },
  { value: 'light', label: t('Light'), icon: <Sun {...icon} /> },
  { value: 'dark', label: t('Dark'), icon: <Moon {...icon} /> },
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
    <section aria-labelledby="settings-title" className="grid max-w-2xl gap-8">
      <h1 id="settings-title" className="type-h1">
        {t('Settings')}
      </h1>
      <RadioCards
        legend={t('Colours')}
        options={THEMES}
        value={theme}
        onChange={chooseTheme}
        className="grid-cols-1 sm:grid-cols-3"
      />
      <div className="grid justify-items-start gap-2">
        <h2 className="type-h3">{t('Language')}</h2>
        <p className="text-ink-2">{t('Of the pages and of the mails that you get.')}</p>
        <LanguageSelect onChoose={(language) => void chooseOwnLanguage(language, user?.id ?? null)} className="w-48" />
      </div>
      <DataExport />
      <div className="panel p-5">
        <h2 className="type-h3">{t('Signing out')}</h2>
        <p className="mt-1 text-ink-2">
          {t('You are signed in as {email}. Signing out ends your session on every device.', {
            email: user?.email ?? user?.phone,
          })}
        </p>
        <Button
          variant="secondary"
          className="mt-4"
          loading={isLeaving}
          loadingLabel={t('Signing out')}
          onClick={() => void leave()}
        >
          {t('Sign out everywhere')}
        </Button>
      </div>
    </section>
  )
}
