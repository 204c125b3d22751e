import { t } from '../../../i18n/t.ts'

/** The scopes of an app in words for people; who it is, an app is told in any case. */
export function toldBy(scopes: readonly string[]): string[] {
  return [
    t('Which account it is'),
    ...(scopes.includes('email') ? [t('Your email address')] : []),
    ...(scopes.includes('profile') ? [t('Your name and picture')] : []),
    ...(scopes.includes('phone') ? [t('Your phone number')] : []),
  ]
}
