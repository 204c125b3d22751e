import { Moon, Sun, SunMoon } from 'lucide-react'
import { IconButton } from '../ui/IconButton.tsx'
import { chooseTheme, type Theme, useTheme } from '../ui/theme.ts'

const NEXT: Record<Theme, Theme> = { system: 'dark', dark: 'light', light: 'system' }
const NAMES: Record<Theme, string> = { system: 'as the system', light: 'light', dark: 'dark' }

/** Steps through system, dark and light. */
export function ThemeToggle() {
  const theme = useTheme()
  const Icon = theme === 'dark' ? Moon : theme === 'light' ? Sun : SunMoon
  return (
    <IconButton
      label={`Colours: ${NAMES[theme]}. Change to ${NAMES[NEXT[theme]]}`}
      onClick={() => chooseTheme(NEXT[theme])}
    >
      <Icon aria-hidden="true" strokeWidth={1.75} className="size-5" />
    </IconButton>
  )
}
