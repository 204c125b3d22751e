import { isKnownOAuthProvider } from '../config/oauth-providers.ts'
import { textOf, type Values } from './read-config.ts'

/** Issuers of the OpenID Connect providers. */
const ISSUERS: Readonly<Record<string, string>> = {
  apple: 'https://appleid.apple.com',
  azure: 'https://login.microsoftonline.com/common/v2.0',
  google: 'https://accounts.google.com',
  linkedin_oidc: 'https://www.linkedin.com/oauth',
  slack_oidc: 'https://slack.com',
  twitch: 'https://id.twitch.tv/oauth2',
}

const providerNames = (values: Values) =>
  new Set([...values.keys()].flatMap((name) => /^auth\.external\.([^.]+)\./.exec(name)?.[1] ?? []))

/** Notices about providers that cannot work. */
export function unknownProviders(values: Values): string[] {
  return [...providerNames(values)]
    .filter((name) => values.get(`auth.external.${name}.enabled`) === true && !isKnownOAuthProvider(name))
    .filter((name) => !values.get(`auth.external.${name}.url`) && ISSUERS[name] === undefined)
    .map(
      (name) =>
        `auth.external.${name} has no effect: it is not known here; an administrator can add it with auth.admin.customProviders`,
    )
}

/** What Supabase's CLI has for a secret that is not set: the provider is on, and refuses the exchange of codes. */
const UNSET = 'unset'

/** The enabled providers, by kind; outside of production also those whose secret is not set. */
export function providers(values: Values, isProduction: boolean): Record<string, string> {
  const on = [...providerNames(values)].flatMap((name) => {
    const at = (key: string) => textOf(values, `auth.external.${name}.${key}`)
    const [clientId, ...acceptableClientIds] = (at('client_id') ?? '').split(',')
    const clientSecret = at('secret') ?? (isProduction ? undefined : UNSET)
    if (values.get(`auth.external.${name}.enabled`) !== true || !clientId || !clientSecret) return []
    const isOn = (key: string) => values.get(`auth.external.${name}.${key}`) === true
    const common = { name, clientId, clientSecret, emailOptional: isOn('email_optional') }
    return [{ common, acceptableClientIds, url: at('url'), skipNonceCheck: isOn('skip_nonce_check') }]
  })
  const known = on
    .filter(({ common }) => isKnownOAuthProvider(common.name))
    .map(({ common, url }) => ({ ...common, ...(url ? { url } : {}) }))
  const open = on.flatMap(({ common, url, ...rest }) => {
    const issuer = url ?? ISSUERS[common.name]
    return isKnownOAuthProvider(common.name) || issuer === undefined ? [] : [{ ...common, ...rest, issuer }]
  })
  return {
    ...(known.length > 0 ? { OAUTH_PROVIDERS: JSON.stringify(known) } : {}),
    ...(open.length > 0 ? { OIDC_PROVIDERS: JSON.stringify(open) } : {}),
  }
}
