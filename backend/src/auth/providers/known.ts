import { allowInsecureRequests, type ClientAuth, Configuration, fetchProtectedResource } from 'openid-client'
import type { KnownOAuthProvider, OAuthProviderConfig } from '../../config/oauth-providers.ts'
import { PLAIN, type Provider, type ProviderRules } from './provider.ts'

type Profile = Readonly<Record<string, unknown>>

/** A provider without OpenID Connect: its endpoints, and its profile mapped to OpenID Connect claims. */
interface KnownProvider {
  /** Default host; an operator may configure a self-hosted one. */
  readonly host: string
  /** Paths on the host, or complete URLs. */
  readonly authorize: string
  readonly token: string
  readonly profile: string
  /** Endpoint for email addresses and their verification, if the profile lacks them. */
  readonly emails?: string
  readonly scopes: readonly string[]
  readonly headers?: Readonly<Record<string, string>>
  readonly pkce?: boolean
  /** The `iss` that it adds to its redirects (RFC 9207), as a path on the host. */
  readonly issuer?: string
  /** Paths on a self-hosted instance for the endpoints that the default has on other hosts. */
  readonly apiPath?: string
  /** Whether the client authenticates with HTTP Basic instead of in the body. */
  readonly basic?: boolean
  read(profile: Profile, emails: readonly Profile[]): Record<string, unknown>
}

const within = (profile: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (value, name) => (typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined),
    profile,
  )

const KNOWN: Readonly<Record<KnownOAuthProvider, KnownProvider>> = {
  bitbucket: {
    host: 'https://bitbucket.org',
    authorize: '/site/oauth2/authorize',
    token: '/site/oauth2/access_token',
    profile: 'https://api.bitbucket.org/2.0/user',
    emails: 'https://api.bitbucket.org/2.0/user/emails',
    scopes: ['account', 'email'],
    read: (profile, emails) => ({
      sub: profile.uuid,
      name: profile.display_name,
      preferred_username: profile.username,
      picture: within(profile, 'links', 'avatar', 'href'),
      ...primaryOf(emails, 'is_primary', 'is_confirmed'),
    }),
  },
  discord: {
    host: 'https://discord.com',
    authorize: '/api/oauth2/authorize',
    token: '/api/oauth2/token',
    profile: '/api/users/@me',
    scopes: ['email', 'identify'],
    read: (profile) => ({
      sub: profile.id,
      name: profile.global_name ?? profile.username,
      preferred_username: profile.username,
      picture: profile.avatar ? `https://cdn.discordapp.com/avatars/${profile.id}/${profile.avatar}.png` : undefined,
      email: profile.email,
      email_verified: profile.verified,
    }),
  },
  facebook: {
    host: 'https://www.facebook.com',
    authorize: '/dialog/oauth',
    token: 'https://graph.facebook.com/oauth/access_token',
    profile: 'https://graph.facebook.com/me?fields=email,first_name,last_name,name,picture',
    scopes: ['email'],
    read: (profile) => ({
      sub: profile.id,
      name: profile.name,
      given_name: profile.first_name,
      family_name: profile.last_name,
      picture: within(profile, 'picture', 'data', 'url'),
      email: profile.email,
      // It only returns verified addresses.
      email_verified: profile.email !== undefined,
    }),
  },
  figma: {
    host: 'https://www.figma.com',
    authorize: '/oauth',
    token: 'https://api.figma.com/v1/oauth/token',
    profile: 'https://api.figma.com/v1/me',
    scopes: ['current_user:read'],
    basic: true,
    read: (profile) => ({
      sub: profile.id,
      name: profile.handle,
      picture: profile.img_url,
      email: profile.email,
      email_verified: true,
    }),
  },
  github: {
    host: 'https://github.com',
    authorize: '/login/oauth/authorize',
    token: '/login/oauth/access_token',
    profile: 'https://api.github.com/user',
    emails: 'https://api.github.com/user/emails',
    scopes: ['user:email'],
    issuer: '/login/oauth',
    apiPath: '/api/v3',
    headers: { accept: 'application/vnd.github+json' },
    read: (profile, emails) => ({
      sub: profile.id,
      name: profile.name,
      preferred_username: profile.login,
      picture: profile.avatar_url,
      ...primaryOf(emails, 'primary', 'verified'),
    }),
  },
  gitlab: {
    host: 'https://gitlab.com',
    authorize: '/oauth/authorize',
    token: '/oauth/token',
    profile: '/api/v4/user',
    scopes: ['read_user'],
    pkce: true,
    read: (profile) => ({
      sub: profile.id,
      name: profile.name,
      preferred_username: profile.username,
      picture: profile.avatar_url,
      email: profile.email,
      email_verified: Boolean(profile.confirmed_at),
    }),
  },
  kakao: {
    host: 'https://kauth.kakao.com',
    authorize: '/oauth/authorize',
    token: '/oauth/token',
    profile: 'https://kapi.kakao.com/v2/user/me',
    scopes: ['account_email', 'profile_image', 'profile_nickname'],
    read: (profile) => ({
      sub: profile.id,
      name: within(profile, 'kakao_account', 'profile', 'nickname'),
      picture: within(profile, 'kakao_account', 'profile', 'profile_image_url'),
      email: within(profile, 'kakao_account', 'email'),
      email_verified:
        within(profile, 'kakao_account', 'is_email_valid') === true &&
        within(profile, 'kakao_account', 'is_email_verified') === true,
    }),
  },
  notion: {
    host: 'https://api.notion.com',
    authorize: '/v1/oauth/authorize?owner=user',
    token: '/v1/oauth/token',
    profile: '/v1/users/me',
    scopes: [],
    basic: true,
    headers: { 'notion-version': '2021-08-16' },
    read: (profile) => ({
      sub: within(profile, 'bot', 'owner', 'user', 'id'),
      name: within(profile, 'bot', 'owner', 'user', 'name'),
      picture: within(profile, 'bot', 'owner', 'user', 'avatar_url'),
      email: within(profile, 'bot', 'owner', 'user', 'person', 'email'),
      email_verified: true,
    }),
  },
  spotify: {
    host: 'https://accounts.spotify.com',
    authorize: '/authorize',
    token: '/api/token',
    profile: 'https://api.spotify.com/v1/me',
    scopes: ['user-read-email'],
    basic: true,
    pkce: true,
    read: (profile) => ({
      sub: profile.id,
      name: profile.display_name,
      picture: within(profile, 'images', '0', 'url'),
      // Spotify does not verify addresses.
      email: profile.email,
      email_verified: false,
    }),
  },
  zoom: {
    host: 'https://zoom.us',
    authorize: '/oauth/authorize',
    token: '/oauth/token',
    profile: 'https://api.zoom.us/v2/users/me',
    // Those of the app: newer apps have others than older ones, and a wrong name is an error.
    scopes: [],
    basic: true,
    read: (profile) => ({
      sub: profile.id,
      name: profile.display_name ?? [profile.first_name, profile.last_name].filter(Boolean).join(' '),
      picture: profile.pic_url,
      email: profile.email,
      email_verified: Boolean(profile.verified),
    }),
  },
}

function primaryOf(emails: readonly Profile[], primary: string, proven: string) {
  const found = emails.find((one) => one[primary] === true) ?? emails[0]
  return found ? { email: found.email, email_verified: found[proven] === true } : {}
}

/** Without the percent-encoding of RFC 6749, which these providers do not decode. */
function basicAuth({ clientId, clientSecret }: OAuthProviderConfig): ClientAuth {
  const credentials = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
  return (_server, _client, _body, headers) => headers.set('authorization', `Basic ${credentials}`)
}

const TIMEOUT_SECONDS = 8

/** Configures a known provider. With a custom `url`, all its endpoints are on that host. */
export function knownProvider(settings: OAuthProviderConfig): Provider {
  const known: KnownProvider = KNOWN[settings.name]
  const at = (path: string) => {
    if (settings.url === null) return path.startsWith('/') ? known.host + path : path
    return settings.url + (path.startsWith('/') ? path : path.replace(/^https:\/\/[^/]+/, known.apiPath ?? ''))
  }
  const configuration = new Configuration(
    {
      issuer: at(known.issuer ?? '/').replace(/\/$/, ''),
      authorization_endpoint: at(known.authorize),
      token_endpoint: at(known.token),
    },
    settings.clientId,
    settings.clientSecret,
    known.basic ? basicAuth(settings) : undefined,
  )
  configuration.timeout = TIMEOUT_SECONDS
  if (settings.url?.startsWith('http:')) allowInsecureRequests(configuration)
  const rules: ProviderRules = {
    ...PLAIN,
    idToken: false,
    pkce: known.pkce ?? false,
    nonce: false,
    emailOptional: settings.emailOptional,
    userInfoUrl: at(known.profile),
  }
  return {
    settings: {
      ...settings,
      issuer: '',
      acceptableClientIds: [],
      scopes: settings.scopes ?? known.scopes,
      skipNonceCheck: true,
    },
    rules,
    configuration: async () => configuration,
    async readProfile(accessToken) {
      const ask = async (address: string): Promise<unknown> => {
        const headers = new Headers(known.headers)
        const answer = await fetchProtectedResource(configuration, accessToken, new URL(address), 'GET', null, headers)
        return answer.json()
      }
      const profile = (await ask(at(known.profile))) as Profile // read field by field
      const emails = known.emails === undefined ? [] : await ask(at(known.emails))
      const list = Array.isArray(emails) ? emails : within(emails, 'values')
      return known.read(profile, Array.isArray(list) ? list : [])
    },
  }
}
