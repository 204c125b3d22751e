import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { TOTP } from 'otpauth'
import type { CDPSession } from 'playwright-core'
import { freePort } from 'souk-backend/testing'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { CLIENT, type StandInProvider, startProvider } from '../../backend/acceptance/auth/stand-in-provider.ts'
import { expectAccessible } from './axe.ts'
import { type Account, type BrowserUser, newBrowserUser, signIn, signUp } from './browser.ts'
import { privateFolder, type SoukProcess, setRole, startSouk } from './souk-process.ts'

/** Second factors and passkeys through the real pages; Chromium's virtual authenticator stores the passkeys. */
const VERA: Account = { firstName: 'Vera', lastName: 'Vault', email: 'vera@example.com', password: 'quiet-lantern-42' }

let folder: Awaited<ReturnType<typeof privateFolder>>
let provider: StandInProvider
let souk: SoukProcess
let vera: BrowserUser

beforeAll(async () => {
  folder = await privateFolder('migrations')
  const port = String(await freePort())
  provider = await startProvider([`http://localhost:${port}/auth/v1/callback`])
  provider.person = { sub: 'vera-elsewhere', email: 'vera@elsewhere.example', email_verified: true, name: 'Vera Vault' }
  // By name: a passkey belongs to a domain, never to an IP address.
  souk = await startSouk(folder.path, {
    DEMO: '0',
    PORT: port,
    PUBLIC_URL: `http://localhost:${port}`,
    AUTH_MFA: 'totp,phone,webauthn',
    AUTH_SEND_GAP: '0',
    AUTH_OAUTH_SERVER: '1',
    AUTH_OAUTH_REGISTRATION: '1',
    AUTH_MANUAL_LINKING: '1',
    GOOGLE_CLIENT_ID: CLIENT.client_id,
    GOOGLE_CLIENT_SECRET: CLIENT.client_secret,
    GOOGLE_ISSUER: provider.issuer,
  })
  vera = await newBrowserUser(`http://localhost:${port}`)
})
afterAll(async () => {
  await vera?.leave()
  await souk?.end()
  await provider?.close()
  await folder?.remove()
})

function totpCode(secret: string, steps = 0): string {
  const totp = new TOTP({ secret, algorithm: 'SHA1', digits: 6, period: 30 })
  return totp.generate({ timestamp: Date.now() + steps * 30_000 })
}

async function signOut(): Promise<void> {
  await vera.page.goto('/dashboard?tab=settings')
  await vera.page.getByRole('button', { name: 'Sign out everywhere' }).click()
  await vera.page.waitForURL('**/auth')
}

test('a passkey can be added and then signs in without email or password', async () => {
  const { page } = vera
  await signUp(page, VERA)
  await page.waitForURL('**/home')
  await addVirtualAuthenticator(await vera.context.newCDPSession(page))
  await page.goto('/dashboard?tab=security')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByRole('button', { name: /^Remove / }).waitFor()

  await signOut()
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
  await page.waitForURL('**/home')
  await page.goto('/dashboard?tab=security')
  await page.getByText('This device').first().waitFor()
  await page
    .getByText(/last used/)
    .first()
    .waitFor()
})

test('account events are listed for the user, newest first', async () => {
  const { page } = vera
  await page.goto('/dashboard?tab=security')
  await page.getByRole('button', { name: /^Show all/ }).click()
  const lines = page.getByRole('region', { name: 'Recent activity' }).getByRole('listitem')
  await lines.first().waitFor()
  const told = await lines.allTextContents()
  const order = ['Signed in with a passkeyThis device', 'Signed out everywhere', 'Passkey added', 'Account created']
  const places = order.map((line) => told.findIndex((text) => text.startsWith(line)))
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
})

test('a provider can be linked, used for sign-in, and unlinked', async () => {
  const { page } = vera
  await page.goto('/dashboard?tab=security')
  await page.getByRole('button', { name: 'Link Google', exact: true }).click()
  await page.getByText('vera@elsewhere.example').waitFor()

  await signOut()
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await page.getByRole('button', { name: /Account of Vera/ }).waitFor()
  await page.goto('/dashboard?tab=security')
  await page.getByText(VERA.email).first().waitFor()
  await page.getByRole('button', { name: 'Unlink Google' }).click()
  await page.getByText('Sign-in method unlinked').waitFor()
  await page.getByRole('button', { name: 'Link Google', exact: true }).waitFor()
  expect(vera.complaints).toEqual([])
})

test('two-step sign-in asks for a code, accepts a backup code, and can be turned off', async () => {
  const { page } = vera
  await page.goto('/dashboard?tab=security')
  await page.getByRole('button', { name: 'Set up an authenticator app' }).click()
  await page.getByRole('img', { name: /^QR code/ }).waitFor()
  await page.getByText('I can’t scan it').click()
  const secret = (await page.locator('code').textContent()) ?? ''
  const digits = page.getByLabel('The six-digit code from the app')
  await digits.fill('000000')
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByText('Invalid TOTP code entered').waitFor()
  await digits.fill(totpCode(secret))
  await page.getByRole('button', { name: 'Turn on' }).click()
  const firstCode = page
    .locator('ol li')
    .filter({ hasText: /^\w{4}-\w{4}-\w{4}$/ })
    .first()
  const paper = (await firstCode.textContent()) ?? ''
  await page.getByRole('button', { name: 'I’ve saved them' }).click()
  await page.getByText('10 recovery codes left.').waitFor()

  await signOut()
  await signIn(page, VERA.email, VERA.password)
  await page.getByRole('heading', { name: 'One more step' }).waitFor()
  await page.goto('/dashboard') // the password alone is not enough
  await page.waitForURL('**/auth')
  await page.getByLabel('Code').fill('123456')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('Invalid TOTP code entered').waitFor()
  await page.getByLabel('Code').fill(totpCode(secret, 1))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL('**/dashboard')

  await signOut()
  await signIn(page, VERA.email, VERA.password)
  await page.getByLabel('Code').fill(paper)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL('**/home')
  await page.goto('/dashboard?tab=security')
  await page.getByText('9 recovery codes left.').waitFor()
  await page.getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click()
  await page.getByRole('button', { name: 'Set up an authenticator app' }).waitFor()
  expect(vera.complaints).toEqual([])
})

test('another app requests access, is allowed by the user and disconnected again', async () => {
  const { page } = vera
  const callback = 'https://ledger.example.org/callback'
  await page.route(`${callback}?*`, (route) => route.fulfill({ contentType: 'text/html', body: '<h1>Ledger</h1>' }))
  const registered = await fetch(`${souk.url}/auth/v1/oauth/clients/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ client_name: 'Ledger', redirect_uris: [callback], client_type: 'public' }),
  })
  const { client_id } = (await registered.json()) as { client_id: string }
  const pkce = { code_challenge: 'c'.repeat(43), code_challenge_method: 'plain' }
  const asked = {
    client_id,
    redirect_uri: callback,
    response_type: 'code',
    scope: 'email drafts:write',
    state: 'kept',
    ...pkce,
  }

  await signOut()
  await page.goto(`/auth/v1/oauth/authorize?${new URLSearchParams(asked)}`)
  await page.waitForURL('**/auth')
  await page.getByLabel('Email').fill(VERA.email)
  await page.getByLabel('Password', { exact: true }).fill(VERA.password)
  await page.locator('form').getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Ledger wants to use your account' }).waitFor()
  await page.getByText('Your email address').waitFor()
  await page.getByText('Create and edit drafts, which only you can publish').waitFor()
  await expectAccessible(page, 'dark', 'consent')
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.waitForURL(`${callback}?*`)
  expect(Object.fromEntries(new URL(page.url()).searchParams)).toEqual({ code: expect.any(String), state: 'kept' })

  await page.goto('/oauth/consent')
  await page.waitForURL('**/dashboard?tab=security')
  await page.getByText('Your email address').waitFor()
  await page.getByRole('button', { name: 'Disconnect Ledger' }).click()
  await page.getByRole('region', { name: 'Connected apps' }).waitFor({ state: 'detached' })
  await page.goto('/oauth/consent?authorization_id=unknown')
  await page.getByText('This request has expired').waitFor()
  expect(vera.complaints).toEqual([])
})

test('an access token is shown once, authenticates a script, and can be revoked', async () => {
  const { page } = vera
  await page.goto('/dashboard?tab=security')
  await page.getByRole('button', { name: 'Create token' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('What’s it for?').fill('My shelf')
  await dialog.getByRole('button', { name: 'Create token' }).click()
  const token = (await dialog.getByRole('region', { name: 'Your token' }).textContent()) ?? ''
  await expectAccessible(page, 'light', 'token')
  await dialog.getByRole('button', { name: 'Done' }).click()
  const asked = async () =>
    (await fetch(`${souk.url}/rest/v1/profiles?select=first_name`, { headers: { apikey: token } })).json()
  expect(await asked()).toEqual([{ first_name: VERA.firstName }])
  await page.getByRole('button', { name: 'Delete token My shelf' }).click()
  await page.getByText('Token deleted', { exact: true }).waitFor()
  await expect.poll(asked, { timeout: 15_000 }).toMatchObject({ code: 'PGRST303' })
  expect(vera.complaints).toEqual([])
})

test('a webhook of the operator gets a signed test event, and its secret is shown once', async () => {
  const had: { body: string; headers: Record<string, string> }[] = []
  const receiver = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString('utf8')
    had.push({ body, headers: request.headers as Record<string, string> })
    response.writeHead(200).end('thank you')
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void receiver.close().closeAllConnections())
  const { port } = receiver.address() as AddressInfo // listens on a port

  setRole(folder.path, souk.url, VERA.email, 'admin')
  const { page } = vera
  await page.goto('/admin/webhooks')
  await page.getByRole('button', { name: 'Add a webhook' }).click()
  await page.getByLabel('Address').fill(`http://127.0.0.1:${port}/hook`)
  await page.getByLabel('report.made').check()
  await expectAccessible(page, 'dark', 'webhook')
  await page.getByRole('dialog').getByRole('button', { name: 'Add a webhook' }).click()
  const secret = (await page.getByRole('region', { name: 'Secret' }).textContent()) ?? ''
  await page.getByRole('button', { name: 'Done' }).click()
  const endpoint = page.getByRole('region', { name: `127.0.0.1:${port}/hook` })
  await endpoint.getByRole('button', { name: 'Send a test event' }).click()
  await endpoint.getByText('Delivered', { exact: true }).waitFor({ timeout: 150_000 })
  const [first] = had
  expect(new Webhook(secret).verify(first?.body ?? '', first?.headers ?? {})).toMatchObject({ type: 'webhook.test' })
  await endpoint.getByText('Request').click()
  await endpoint.getByText('thank you').waitFor()
  setRole(folder.path, souk.url, VERA.email, 'member')
  expect(vera.complaints).toEqual([])
})

test('text message codes work as a second factor and instead of the password when deleting the account', async () => {
  const { page } = vera
  await page.goto('/dashboard?tab=security')
  await page.getByRole('button', { name: 'Add a phone number' }).click()
  await page.getByRole('textbox', { name: 'Phone number' }).fill('+351 912 000 111')
  await page.getByRole('button', { name: 'Send code' }).click()
  await page.getByLabel('Six-digit code').fill(await waitForTextedCode(1))
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('button', { name: 'I’ve saved them' }).click()
  await page.getByText('Number ending in 111').waitFor()

  await signOut()
  await signIn(page, VERA.email, VERA.password)
  await page.getByRole('button', { name: 'Text me a code' }).click()
  await page.getByText('Sent to the number ending in 111.').waitFor()
  await page.getByLabel('Code').fill(await waitForTextedCode(2))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL('**/home')

  await page.goto('/dashboard?tab=settings')
  await page.getByRole('button', { name: 'Delete my account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
  await dialog.getByRole('button', { name: 'Text me a code' }).click()
  await dialog.getByRole('button', { name: 'Send another code' }).waitFor()
  await dialog.getByLabel('Code').fill(await waitForTextedCode(3))
  await dialog.getByRole('button', { name: 'Delete my account' }).click()
  await page.waitForURL('**/auth')
  expect(vera.complaints).toEqual([])
})

/** The code of the newest text message, once this many were sent; without an SMS gateway they are stored next to the emails. */
async function waitForTextedCode(messages: number): Promise<string> {
  const texts: { text: string }[] = []
  await expect
    .poll(
      async () => {
        const kept = (await (await fetch(`${souk.url}/dev/mail.json`)).json()) as { to: string; text: string }[]
        texts.splice(0, texts.length, ...kept.filter(({ to }) => to === '+351912000111'))
        return texts.length
      },
      { timeout: 30_000 },
    )
    .toBe(messages)
  return /\d{6}/.exec(texts[0]?.text ?? '')?.[0] ?? ''
}

async function addVirtualAuthenticator(session: CDPSession): Promise<void> {
  await session.send('WebAuthn.enable')
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}
