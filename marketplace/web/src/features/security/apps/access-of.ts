import { t } from '../../../i18n/t.ts'

/** What an app is told, by its scopes, in words for people; who it is, it is told in any case. */
export function readAccessOf(scopes: readonly string[]): string[] {
  return [
    t('security.scope.account'),
    ...(scopes.includes('email') ? [t('security.yourEmailAddress')] : []),
    ...(scopes.includes('profile') ? [t('security.scope.profile')] : []),
    ...(scopes.includes('phone') ? [t('security.yourPhoneNumber')] : []),
  ]
}

/** What an app may do by its scopes, in words for people; empty for one that is only told something. */
export function writeAccessOf(scopes: readonly string[]): string[] {
  return [
    ...(scopes.some((scope) => scope === 'ads:read' || scope === 'drafts:write') ? [t('security.scope.readAds')] : []),
    ...(scopes.includes('drafts:write') ? [t('security.scope.drafts')] : []),
  ]
}
