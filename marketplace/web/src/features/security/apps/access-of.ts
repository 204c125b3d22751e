import { t } from '../../../i18n/t.ts'

/** Read access by scopes; identity is always included. */
export function readAccessOf(scopes: readonly string[]): string[] {
  return [
    t('security.scope.account'),
    ...(scopes.includes('email') ? [t('security.yourEmailAddress')] : []),
    ...(scopes.includes('profile') ? [t('security.scope.profile')] : []),
    ...(scopes.includes('phone') ? [t('security.yourPhoneNumber')] : []),
  ]
}

/** Write access by scopes; empty for read-only apps. */
export function writeAccessOf(scopes: readonly string[]): string[] {
  return [
    ...(scopes.some((scope) => scope === 'ads:read' || scope === 'drafts:write') ? [t('security.scope.readAds')] : []),
    ...(scopes.includes('drafts:write') ? [t('security.scope.drafts')] : []),
  ]
}
