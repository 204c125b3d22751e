import { Moon, Sun, SunMoon } from 'lucide-react'
import { t } from '../i18n/t.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { chooseTheme, type Theme, useTheme } from '../ui/theme.ts'

const NEXT: Record<Theme, Theme> = { system: 'dark', dark: 'light', light: 'system' }
const NAMES: Record<Theme, string> = { system: t('shell.asTheSystem'), light: t('shell.light'), dark: t('shell.dark') }

/** Cycles through system, dark and light. */
export function ThemeToggle() {
  const theme = useTheme()
  const Icon = theme === 'dark' ? Moon : theme === 'light' ? Sun : SunMoon
  return (
    <IconButton
      icon={Icon}
      label={t('shell.theme', { now: NAMES[theme], next: NAMES[NEXT[theme]] })}
      onClick={() => chooseTheme(NEXT[theme])}
    />
  )
}
