import { paths } from '../contract/paths.ts'
import type { Reader } from '../contract/words/say.ts'

interface ReadingPage {
  readonly title: string
  readonly description: string
}

/** A page that only needs to be read; null for all others. */
export function readingPageAt(path: string, brandName: string, { t }: Reader): ReadingPage | null {
  const brand = { brand: brandName }
  switch (path) {
    case paths.help:
      return {
        title: t('Help'),
        description: t(
          'Answers on buying, selling, meeting safely and your account on {brand}, and how to reach us.',
          brand,
        ),
      }
    case paths.helpSafety:
      return {
        title: t('Buying and selling safely'),
        description: t(
          'How to meet, pay and post safely on {brand}, the tricks to know, and a checker for links and messages.',
          brand,
        ),
      }
    case paths.helpAccount:
      return {
        title: t('Your account'),
        description: t(
          'Signing in, passwords, passkeys, two-step sign-in, your data and leaving: your account on {brand}.',
          brand,
        ),
      }
    case paths.helpPosting:
      return {
        title: t('Posting and finding things'),
        description: t(
          'How to post an ad that sells, what may be sold, and how to find what you are looking for on {brand}.',
          brand,
        ),
      }
    case paths.contact:
      return {
        title: t('Contact'),
        description: t('Write to the people who run {brand}. An answer comes by e-mail.', brand),
      }
    case paths.terms:
      return { title: t('Terms'), description: t('What you and {brand} can expect of each other.', brand) }
    case paths.privacy:
      return {
        title: t('Privacy notice'),
        description: t('What {brand} stores about you, what for, for how long, and what you can do about it.', brand),
      }
    case paths.cookies:
      return {
        title: t('Cookies and storage'),
        description: t('What {brand} keeps in your browser, and why no banner asks you about it.', brand),
      }
    default:
      return null
  }
}

/** What the tab says of a page of somebody, which is of no use to search engines; null for all others. */
export function privatePageAt(path: string, { t }: Reader): string | null {
  if (path === paths.admin || path.startsWith(`${paths.admin}/`)) return t('Administration')
  switch (path) {
    case paths.auth:
      return t('Sign in')
    case paths.post:
      return t('Post an ad')
    case paths.dashboard:
      return t('Dashboard')
    case paths.messages:
      return t('Messages')
    case paths.unsubscribePage:
      return t('Stop mails')
    case paths.oauthConsent:
      return t('Let an app in')
    default:
      return null
  }
}
