import { Link } from 'react-router'
import type { Language } from '../../../contract/languages.ts'
import { paths } from '../../../contract/paths.ts'
import { useAuth } from '../features/auth/AuthProvider.tsx'
import { t } from '../i18n/t.ts'
import { LanguageSelect } from '../ui/LanguageSelect.tsx'
import { Logo } from '../ui/Logo.tsx'
import { ThemeToggle } from './ThemeToggle.tsx'

const LINKS = [
  { to: paths.helpSafety, label: t('Safety') },
  { to: paths.helpAccount, label: t('Account') },
  { to: paths.helpPosting, label: t('Posting') },
  { to: paths.contact, label: t('Contact') },
  { to: paths.terms, label: t('Terms') },
  { to: paths.privacy, label: t('Privacy') },
  { to: paths.cookies, label: t('Cookies') },
] as const

/** Wide screens have these in the header. */
const WIDE_IN_HEADER = [
  { to: paths.browse, label: t('Browse') },
  { to: paths.categories, label: t('Categories') },
  { to: paths.help, label: t('Help') },
] as const

/** What keeps the choice comes with it: few people change their language, and every page has a foot. */
async function choose(language: Language, userId: string | null): Promise<void> {
  const { chooseOwnLanguage } = await import('../features/auth/choose-own-language.ts')
  await chooseOwnLanguage(language, userId)
}

/** The end of a page: help, the small print, the theme. */
export function Footer() {
  const userId = useAuth().user?.id ?? null
  return (
    <footer className="mt-14 border-t border-line md:mt-18">
      <div className="container-page flex flex-col gap-x-6 gap-y-2 py-8 lg:flex-row lg:items-center lg:pb-20">
        <div className="flex items-center gap-6">
          <Logo size="s" />
          <p className="type-small text-ink-2">{t('Buying and selling between neighbours.')}</p>
        </div>
        <nav aria-label={t('Help and small print')} className="flex flex-wrap items-center gap-x-6 lg:ms-auto">
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
          <LanguageSelect onChoose={(language) => void choose(language, userId)} className="w-36" />
          <ThemeToggle />
        </div>
      </div>
    </footer>
  )
}
