import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import Provider, { type ClientMetadata } from 'oidc-provider'

/** A user of the provider; `sub` is the provider's id. */
interface ProviderPerson {
  readonly sub: string
  readonly email?: string
  readonly email_verified?: boolean
  readonly name?: string
  readonly picture?: string
}

/** A real OpenID provider on loopback, which signs every visitor in at once as `person`. */
export interface StandInProvider {
  readonly issuer: string
  person: ProviderPerson
  /** True makes it answer every sign-in with access_denied. */
  refuses: boolean
  /** An ID token as its own button passes one to a page; `forged` signs it with another key. */
  idToken(claims: Record<string, unknown>, forged?: boolean): Promise<string>
  close(): Promise<void>
}

export const CLIENT = { client_id: 'souk', client_secret: 'a-secret-between-the-two' }

export async function startProvider(
  redirectUris: readonly string[],
  clientIds = [CLIENT.client_id],
): Promise<StandInProvider> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const other = await generateKeyPair('RS256', { extractable: true })
  const state = { person: { sub: 'nobody' } as ProviderPerson, refuses: false }
  const people = new Map<string, ProviderPerson>()

  const provider = new Provider(issuer, {
    clients: clientIds.map(
      (client_id): ClientMetadata => ({
        ...CLIENT,
        client_id,
        redirect_uris: [...redirectUris],
        scope: 'openid email profile',
      }),
    ),
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'own', alg: 'RS256', use: 'sig' }] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    cookies: { keys: ['only-for-tests'] },
    ttl: { AccessToken: 600, AuthorizationCode: 60, Grant: 600, IdToken: 600, Interaction: 600, Session: 600 },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_context, { uid }) => `/sign-in/${uid}` },
    findAccount: (_context, accountId) => ({
      accountId,
      claims: async () => ({ ...people.get(accountId), sub: accountId }),
    }),
    async loadExistingGrant(context) {
      const grant = new context.oidc.provider.Grant({
        clientId: context.oidc.client?.clientId ?? '',
        accountId: context.oidc.session?.accountId ?? '',
      })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
  })
  const handle = provider.callback()
  server.on('request', async (request, response) => {
    if (!request.url?.startsWith('/sign-in/')) return handle(request, response)
    people.set(state.person.sub, state.person)
    const result = state.refuses
      ? { error: 'access_denied', error_description: 'The person said no' }
      : { login: { accountId: state.person.sub } }
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
  })

  return {
    issuer,
    get person() {
      return state.person
    },
    set person(person) {
      state.person = person
    },
    get refuses() {
      return state.refuses
    },
    set refuses(refuses) {
      state.refuses = refuses
    },
    idToken: (claims, forged = false) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid: 'own' })
        .setIssuer(issuer)
        .setAudience(CLIENT.client_id)
        .setIssuedAt()
        .setExpirationTime('5m')
        .sign(forged ? other.privateKey : privateKey),
    close: () => closed(server),
  }
}

function closed(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((resolve) => server.close(() => resolve()))
}

/** A browser's redirects and cookies. */
export function createBrowser() {
  const jar = new Map<string, string>()

  /** Opens a URL and follows redirects until one matches `until`; returns that one, unfollowed. */
  async function go(url: string, until: (location: URL) => boolean): Promise<URL> {
    let at = new URL(url)
    for (let step = 0; step < 15; step++) {
      const { hostname, port } = at
      const answer = await fetch(at, { redirect: 'manual', headers: { cookie: cookiesFor(`${hostname}:${port}`) } })
      keep(`${hostname}:${port}`, answer)
      const location = answer.headers.get('location')
      if (location === null) throw new Error(`${at} led nowhere: ${answer.status} ${await answer.text()}`)
      at = new URL(location, at)
      if (until(at)) return at
    }
    throw new Error(`${url} led in circles`)
  }

  function keep(host: string, answer: Response): void {
    for (const cookie of answer.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';')
      jar.set(`${host} ${pair.split('=')[0]}`, pair)
    }
  }

  function cookiesFor(host: string): string {
    return [...jar]
      .filter(([key]) => key.startsWith(`${host} `))
      .map(([, pair]) => pair)
      .join('; ')
  }

  return { go, keep }
}
