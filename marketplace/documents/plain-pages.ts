import { paths } from '../contract/paths.ts'
import type { Reader } from '../contract/words/say.ts'

interface ReadingPage {
  readonly title: string
  readonly description: string
}

/** Title and description of a page for reading; null for all others. */
export function readingPageAt(path: string, brandName: string, { t }: Reader): ReadingPage | null {
  const brand = { brand: brandName }
  switch (path) {
    case paths.help:
      return {
        title: t('shell.help'),
        description: t('documents.help.description', brand),
      }
    case paths.helpSafety:
      return {
        title: t('help.safety.title'),
        description: t('documents.helpSafety.description', brand),
      }
    case paths.helpAccount:
      return {
        title: t('common.yourAccount'),
        description: t('documents.helpAccount.description', brand),
      }
    case paths.helpPosting:
      return {
        title: t('help.posting.title'),
        description: t('documents.helpPosting.description', brand),
      }
    case paths.contact:
      return {
        title: t('shell.contact'),
        description: t('documents.contact.description', brand),
      }
    case paths.terms:
      return { title: t('shell.terms'), description: t('documents.terms.description', brand) }
    case paths.privacy:
      return {
        title: t('legal.privacyNotice'),
        description: t('documents.privacy.description', brand),
      }
    case paths.cookies:
      return {
        title: t('legal.cookiesAndStorage'),
        description: t('documents.cookies.description', brand),
      }
    default:
      return null
  }
}

/** The title of a private page, which search engines should not index; null for all others. */
export function privatePageAt(path: string, { t }: Reader): string | null {
  if (path === paths.admin || path.startsWith(`${paths.admin}/`)) return t('common.administration')
  switch (path) {
    case paths.auth:
      return t('shell.signIn')
    case paths.post:
      return t('app.postAnAd')
    case paths.dashboard:
      return t('shell.dashboard')
    case paths.messages:
      return t('shell.messages')
    case paths.unsubscribePage:
      return t('notices.unsubscribe')
    case paths.oauthConsent:
      return t('security.apps.connect')
    default:
      return null
  }
}
