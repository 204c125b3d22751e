import { Moon, Sun, SunMoon } from 'lucide-react'
import type { Language } from '../../../contract/languages.ts'
import { paths } from '../../../contract/paths.ts'
import { useAuth } from '../features/auth/AuthProvider.tsx'
import { t } from '../i18n/t.ts'
import { Link } from '../lib/router.tsx'
import { IconButton } from '../ui/IconButton.tsx'
import { LanguageSelect } from '../ui/LanguageSelect.tsx'
import { Logo } from '../ui/Logo.tsx'
import { chooseTheme, type Theme, useTheme } from '../ui/theme.ts'

const LINKS = [
  { to: paths.helpSafety, label: t('shell.safety') },
  { to: paths.contact, label: t('shell.contact') },
  { to: paths.terms, label: t('shell.terms') },
  { to: paths.privacy, label: t('shell.privacy') },
  { to: paths.cookies, label: t('shell.cookies') },
] as const

/** Shown in the header on wide screens. */
const WIDE_IN_HEADER = [
  { to: paths.browse, label: t('shell.browse') },
  { to: paths.categories, label: t('shell.categories') },
  { to: paths.help, label: t('shell.help') },
] as const

/** Loaded on demand: every page has a footer, but few users change their language. */
async function choose(language: Language, userId: string | null): Promise<void> {
  const { chooseOwnLanguage } = await import('../features/auth/choose-own-language.ts')
  await chooseOwnLanguage(language, userId)
}

/** The page footer: help, legal links, theme. */
export function Footer() {
  const userId = useAuth().user?.id ?? null
  return (
    <footer className="mt-8 border-t border-line">
      <div className="container-page flex flex-col gap-x-6 gap-y-2 py-6 lg:flex-row lg:items-center">
        <div className="flex items-center gap-6">
          <Logo size="s" />
          <p className="type-small text-ink-2">{t('shell.tagline')}</p>
        </div>
        <nav aria-label={t('shell.footer')} className="flex flex-wrap items-center gap-x-6 lg:ms-auto">
          {WIDE_IN_HEADER.map((link) => (
            <Link
              key={link.to}
              to={link.to}
              className="type-small inline-flex min-h-11 items-center text-ink-2 hover:text-ink lg:hidden"
            >
              {link.label}
            </Link>
          ))}
          {LINKS.map((link) => (
            <Link
              key={link.to}
              to={link.to}
              className="type-small inline-flex min-h-11 items-center text-ink-2 hover:text-ink"
            >
              {link.label}
            </Link>
          ))}
        </nav>
        <div className="flex items-center gap-2">
          <LanguageSelect onChoose={(language) => void choose(language, userId)} isPill />
          <ThemeToggle />
        </div>
      </div>
    </footer>
  )
}

const NEXT: Record<Theme, Theme> = { system: 'dark', dark: 'light', light: 'system' }
const NAMES: Record<Theme, string> = { system: t('shell.asTheSystem'), light: t('shell.light'), dark: t('shell.dark') }

/** Cycles through system, dark and light. */
function ThemeToggle() {
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
