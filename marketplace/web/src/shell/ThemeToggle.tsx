import { Moon, Sun, SunMoon } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { IconButton } from '../ui/IconButton.tsx'

type Theme = 'system' | 'light' | 'dark'

const NEXT: Record<Theme, Theme> = { system: 'dark', dark: 'light', light: 'system' }
const NAMES: Record<Theme, string> = { system: 'as the system', light: 'light', dark: 'dark' }
const listeners = new Set<() => void>()

function currentTheme(): Theme {
  const theme = document.documentElement.dataset.theme
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}

function choose(theme: Theme): void {
  document.documentElement.dataset.theme = theme
  try {
    if (theme === 'system') localStorage.removeItem('theme')
    else localStorage.setItem('theme', theme)
  } catch {
    // Storage may be forbidden; the choice then lasts for this page only.
  }
  for (const listener of listeners) listener()
}

/** Steps through system, dark and light. index.html applies the choice before the first paint. */
export function ThemeToggle() {
  const theme = useSyncExternalStore((listener) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, currentTheme)
  const Icon = theme === 'dark' ? Moon : theme === 'light' ? Sun : SunMoon
  return (
    <IconButton label={`Colours: ${NAMES[theme]}. Change to ${NAMES[NEXT[theme]]}`} onClick={() => choose(NEXT[theme])}>
      <Icon aria-hidden="true" strokeWidth={1.75} className="size-5" />
    </IconButton>
  )
}
