import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Account, type BrowserUser, fillSignUp, newBrowserUser, signIn } from './browser.ts'
import { waitUntilStable } from './site.ts'
import { privateFolder, type SoukProcess, startSouk } from './souk-process.ts'

/** Sign-up, sign-in and sign-out through the real pages, exactly as the product specification words them. */
const EVA: Account = { firstName: 'Eva', lastName: 'Enter', email: 'eva@example.com', password: 'quiet-lantern-42' }
/** Possible leftovers of earlier visits. `theme` is not an auth key. */
const LEFT_BEHIND = { 'sb-elsewhere-auth-token': 'old', 'supabase.auth.token': 'older', theme: 'light' }

let folder: Awaited<ReturnType<typeof privateFolder>>
let souk: SoukProcess
let eva: BrowserUser
let page: Page

beforeAll(async () => {
  folder = await privateFolder('migrations')
  souk = await startSouk(folder.path, { DEMO: '0' })
  eva = await newBrowserUser(souk.url)
  page = eva.page
})
afterAll(async () => {
  await eva?.leave()
  await souk?.end()
  await folder?.remove()
})

describe('signing up', () => {
  test('clears every stored auth key first, shows Account Created! and goes to /home', async () => {
    await page.goto('/auth?mode=sign-up')
    await leaveAuthKeys()
    const kept = readKeysOnRequest('/auth/v1/signup')
    await submitSignUp(EVA)
    await waitForNotice('Account Created!')
    await page.waitForURL('**/home')

    expect(await kept).toEqual({ auth: [], theme: 'light' })
  })

  test('ends the previous session everywhere first if the user is signed in', async () => {
    const former = await openThenSignInElsewhere('/auth?mode=sign-up')
    const calls = recordAuthCalls()
    await submitSignUp({ ...EVA, email: 'eva-second@example.com' })
    await page.waitForURL('**/home')

    expect(calls.seen().slice(0, 2)).toEqual(['POST /auth/v1/logout?scope=global', 'POST /auth/v1/signup'])
    expect(await isSessionValid(former)).toBe(false)
    expect(await isSessionValid(await accessToken())).toBe(true)
  })

  test('shows Sign Up Error with the server’s message and stays on the page if the email has an account', async () => {
    await openSignedOut('/auth?mode=sign-up')
    await submitSignUp(EVA)
    await waitForNotice('Sign Up Error', 'User already registered')
    expect(new URL(page.url()).pathname).toBe('/auth')

    await submitSignUp({ ...EVA, email: 'eva-third@example.com' })
    await waitForNotice('Account Created!')
    // The error is removed when the success appears.
    await page.locator('[data-sonner-toast]').getByText('Sign Up Error').waitFor({ state: 'detached', timeout: 2500 })
    await page.waitForURL('**/home')
  })
})

describe('signing in', () => {
  test('clears every stored auth key first and shows Welcome back!', async () => {
    await openSignedOut('/auth')
    await leaveAuthKeys()
    const kept = readKeysOnRequest('/auth/v1/token?grant_type=password')
    await submitSignIn(EVA.email, EVA.password)
    await waitForNotice('Welcome back!', 'You have successfully signed in.')
    await page.waitForURL('**/home')

    expect(await kept).toEqual({ auth: [], theme: 'light' })
  })

  test('ends the previous session everywhere first if the user is signed in', async () => {
    const former = await openThenSignInElsewhere('/auth')
    const calls = recordAuthCalls()
    await submitSignIn(EVA.email, EVA.password)
    await page.waitForURL('**/home')

    expect(calls.seen().slice(0, 2)).toEqual([
      'POST /auth/v1/logout?scope=global',
      'POST /auth/v1/token?grant_type=password',
    ])
    expect(await isSessionValid(former)).toBe(false)
  })

  test('requests the profile about 100 ms later', async () => {
    await page.getByRole('button', { name: /Account of Eva/ }).waitFor()
    const waited = await page.evaluate(`(() => {
      const calls = performance.getEntriesByType('resource')
      const signedIn = calls.findLast(({ name }) => name.includes('/auth/v1/token?grant_type=password'))
      const asked = calls.find(({ name, startTime }) => name.includes('/rest/v1/profiles?') && startTime > signedIn.responseEnd)
      return asked.startTime - signedIn.responseEnd
    })()`)

    expect(waited).toBeGreaterThanOrEqual(99)
    expect(waited).toBeLessThan(500)
  })

  test('persists across a reload', async () => {
    const before = await accessToken()
    await page.reload()
    await page.getByRole('button', { name: /Account of Eva/ }).waitFor()
    expect(await accessToken()).toBe(before)
  })

  test('shows Sign In Error with the server’s message and stays on the page if the password is wrong', async () => {
    await openSignedOut('/auth')
    await submitSignIn(EVA.email, 'not-the-password')
    await waitForNotice('Sign In Error', 'Invalid login credentials')
    expect(new URL(page.url()).pathname).toBe('/auth')
    expect(await accessToken()).toBeNull()
  })

  test('offers Google only if it is configured', async () => {
    await openSignedOut('/auth')
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    expect(await page.getByRole('button', { name: 'Continue with Google' }).count()).toBe(0)
    await page.getByRole('tab', { name: 'Create account' }).click()
    await page.getByLabel('First name').waitFor()
    expect(await page.getByText('or', { exact: true }).count()).toBe(0)
  })

  test.each(['/dashboard?tab=searches', '/messages'])('leads on to %s, which asked for it', async (path) => {
    await openSignedOut(path)
    await page.waitForURL('**/auth')
    await submitSignIn(EVA.email, EVA.password)
    await page.waitForURL(`**${path}`)
    await waitUntilStable(page)
  })
})

describe('profile', () => {
  test('shows Profile Updated after saving', async () => {
    await page.goto('/dashboard?tab=profile')
    await page.getByLabel('About you').fill('I sell what I no longer ride.')
    await page.getByRole('button', { name: 'Save profile' }).click()
    await waitForNotice('Profile Updated', 'Your profile has been successfully updated.')
  })

  test('shows Update Error with the server’s message and keeps the input if the server refuses', async () => {
    await page.goto('/dashboard?tab=profile')
    await page.getByLabel('About you').fill('Something else.')
    const refusal = { code: 'SK999', message: 'That is not a text for here.', details: null, hint: null }
    await page.route('**/rest/v1/profiles?*', (route) =>
      route.request().method() === 'PATCH' ? route.fulfill({ status: 400, json: refusal }) : route.continue(),
    )
    await page.getByRole('button', { name: 'Save profile' }).click()
    await waitForNotice('Update Error', 'That is not a text for here.')
    await page.unroute('**/rest/v1/profiles?*')
    expect(await page.getByLabel('About you').inputValue()).toBe('Something else.')
  })
})

describe('signing out', () => {
  test('clears the stored keys, ends the session everywhere, shows Signed Out and goes to /auth', async () => {
    const former = await accessToken()
    const elsewhere = await eva.context.newPage()
    await elsewhere.goto('/help')
    await elsewhere.getByRole('button', { name: /Account of Eva/ }).waitFor()
    await page.bringToFront() // a background tab renders no frames, and a click waits for one
    await page.goto('/home')
    await leaveAuthKeys()
    const calls = recordAuthCalls()
    await page.getByRole('button', { name: /Account of Eva/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await waitForNotice('Signed Out')
    await page.waitForURL('**/auth')

    expect(calls.seen()).toEqual(['POST /auth/v1/logout?scope=global'])
    expect(await storedAuthKeys()).toEqual([])
    expect(await isSessionValid(former)).toBe(false)

    // The other tab of the same browser detects it without a reload.
    await elsewhere.getByRole('link', { name: 'Sign in', exact: true }).waitFor()
    await elsewhere.close()
  })

  test('leaves no data for the next user of the browser', async () => {
    await page.goto('/dashboard')
    await page.waitForURL('**/auth')
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Welcome back' }).waitFor()
  })
})

describe('password reset', () => {
  const NEW_PASSWORD = 'another-quiet-lantern-43'

  test('works by email: notice, link, new password, and then the user is signed in', async () => {
    await page.goto('/auth')
    await page.getByRole('button', { name: 'Forgot it?' }).click()
    await page.getByLabel('Email').fill(EVA.email)
    await page.getByRole('button', { name: 'Send reset link' }).click()
    await waitForNotice('Reset Email Sent', 'Please check your email for password reset instructions.')
    await page.getByRole('heading', { level: 1, name: 'Check your email' }).waitFor()

    await page.goto(await readEmailedLink(EVA.email))
    await page.getByRole('heading', { level: 1, name: 'Set a new password' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/auth')
    await page.getByLabel('New password').fill(NEW_PASSWORD)
    await page.getByRole('button', { name: 'Save password' }).click()
    await waitForNotice('Password Changed', 'You’re signed in with your new password.')
    await page.waitForURL('**/home')
  })

  test('makes the new password the only valid one', async () => {
    await openSignedOut('/auth')
    await submitSignIn(EVA.email, EVA.password)
    await waitForNotice('Sign In Error', 'Invalid login credentials')
    await submitSignIn(EVA.email, NEW_PASSWORD)
    await page.waitForURL('**/home')
    await waitForNotice('Welcome back!', 'You have successfully signed in.')
    // The error is removed when the success appears.
    await page.locator('[data-sonner-toast]').getByText('Sign In Error').waitFor({ state: 'detached', timeout: 2500 })
  })

  test('shows a dismissible notice if a signed-in user opens a used link', async () => {
    await page.goto(
      '/auth#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired',
    )
    await page.waitForURL('**/home')
    await waitForNotice('Sign In Error', 'Email link is invalid or has expired')
    await page.getByRole('button', { name: 'Close toast' }).click()
    await page.locator('[data-sonner-toast]').waitFor({ state: 'detached' })
  })

  test('shows Reset Password Error with the server’s message if the email cannot be sent', async () => {
    await openSignedOut('/auth?mode=forgot')
    await page.route('**/auth/v1/recover*', (route) =>
      route.fulfill({ status: 429, json: { code: 'over_email_send_rate_limit', message: 'Please wait a minute.' } }),
    )
    await page.getByLabel('Email').fill(EVA.email)
    await page.getByRole('button', { name: 'Send reset link' }).click()
    await waitForNotice('Reset Password Error', 'Please wait a minute.')
    await page.unroute('**/auth/v1/recover*')
  })

  test('shows an error if the link was already used', async () => {
    await page.goto(await readEmailedLink(EVA.email))
    await waitForNotice('Sign In Error', 'Email link is invalid or has expired')
  })
})

describe('account deletion', () => {
  const PASSWORD = 'another-quiet-lantern-43'

  test('asks for the password, shows the deadline for undoing it and signs out everywhere', async () => {
    await openSignedOut('/auth')
    await submitSignIn(EVA.email, PASSWORD)
    await page.waitForURL('**/home')
    await page.goto('/dashboard?tab=settings')
    await page.getByRole('button', { name: 'Delete my account' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete your account?' })
    await dialog.getByLabel('Your password').fill('not-the-password')
    await dialog.getByRole('button', { name: 'Delete my account' }).click()
    await dialog.getByText('Invalid login credentials').waitFor()

    const token = await accessToken()
    await dialog.getByLabel('Your password').fill(PASSWORD)
    await dialog.getByRole('button', { name: 'Delete my account' }).click()
    await page.waitForURL('**/auth')
    await page.locator('[data-sonner-toast]').getByText('Your account has been closed').waitFor()
    expect(await isSessionValid(token)).toBe(false)
    expect(await storedAuthKeys()).toEqual([])
  })

  test('is undone by signing in, which adds a notification', async () => {
    await submitSignIn(EVA.email, PASSWORD)
    await page.waitForURL('**/home')
    await page.goto('/dashboard?tab=notifications')
    await page.getByText('Welcome back! We’ve kept your account').first().waitFor()
  })
})

test('sign-up requires a solved captcha and the emailed link if email confirmation and captchas are configured', async () => {
  const other = await privateFolder('migrations')
  const captcha = await startFakeCaptcha()
  const strict = await startSouk(other.path, {
    DEMO: '0',
    AUTH_AUTOCONFIRM: '0',
    AUTH_CAPTCHA_PROVIDER: 'turnstile',
    AUTH_CAPTCHA_SECRET: 'between-us',
    AUTH_CAPTCHA_URL: `${captcha.url}/siteverify`,
    AUTH_CAPTCHA_SITE_KEY: 'stand-in-key',
    AUTH_CAPTCHA_SCRIPT_URL: `${captcha.url}/api.js`,
  })
  const finn = await newBrowserUser(strict.url)
  await finn.page.goto('/auth?mode=sign-up')
  const check = finn.page.getByRole('button', { name: 'I am a person, says stand-in-key' })
  await check.waitFor()
  await fillSignUp(finn.page, { ...EVA, firstName: 'Finn', email: 'finn@example.com' })
  await finn.page.getByText('Complete the security check above, then try again.').first().waitFor()
  await check.click()
  await fillSignUp(finn.page, { ...EVA, firstName: 'Finn', email: 'finn@example.com' })
  await waitForNoticeOn(finn.page, 'Check Your Email', 'Please check your email for a confirmation link.')
  expect(captcha.asked).toEqual([{ secret: 'between-us', response: 'solved' }])
  expect(new URL(finn.page.url()).pathname).toBe('/auth')

  await finn.page.goto(await readEmailedLink('finn@example.com', finn.page))
  await finn.page.getByRole('button', { name: /Account of Finn/ }).waitFor()
  const { complaints } = finn
  await finn.leave()
  await strict.end()
  await captcha.close()
  await other.remove()
  expect(complaints).toEqual([])
})

test('no captcha script is loaded if captchas are not configured', async () => {
  const answer = await page.request.get('/auth')
  const policy = answer.headers()['content-security-policy'] ?? ''
  expect(policy).toContain("frame-src 'self';")
  expect(policy).not.toMatch(/cloudflare|hcaptcha/)
})

test('no page logged an error to the console', () => {
  expect(eva.complaints).toEqual([])
})

function waitForNotice(title: string, text?: string): Promise<void> {
  return waitForNoticeOn(page, title, text)
}

/** Waits for a notice with exactly this title and, if given, exactly this text. Otherwise it must have no text. */
async function waitForNoticeOn(on: Page, title: string, text?: string): Promise<void> {
  const shown = on
    .locator('[data-sonner-toast]')
    .filter({ has: on.locator('[data-title]').getByText(title, { exact: true }) })
    .first()
  await shown.waitFor()
  const description = shown.locator('[data-description]')
  expect(await description.allTextContents()).toEqual(text === undefined ? [] : [text])
}

/** Opens the page in a fresh browser context. */
async function openSignedOut(path: string): Promise<void> {
  await page.evaluate('localStorage.clear()')
  await page.goto(path)
}

/**
 * Returns the form, opened before Eva signed in with another tab (signed-in users who load the page are redirected). Resolves with the token of that
 * session once the form's page has received it.
 */
async function openThenSignInElsewhere(path: string): Promise<string | null> {
  await openSignedOut(path)
  await page.locator('form').waitFor()
  const known = page.waitForRequest('**/rest/v1/profiles?*')
  const other = await eva.context.newPage()
  await signIn(other, EVA.email, EVA.password)
  await known
  await other.waitForURL('**/home')
  await other.close()
  return accessToken()
}

/** The sign-up and sign-in forms on the current page, without reloading it. */
async function submitSignUp(account: Account): Promise<void> {
  await fillSignUp(page, account)
}

async function submitSignIn(email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.locator('form').getByRole('button', { name: 'Sign in', exact: true }).click()
}

async function leaveAuthKeys(): Promise<void> {
  await page.evaluate(
    `for (const [key, value] of Object.entries(${JSON.stringify(LEFT_BEHIND)})) localStorage.setItem(key, value)`,
  )
}

function storedAuthKeys(): Promise<string[]> {
  return page.evaluate(
    "Object.keys(localStorage).filter((key) => key.startsWith('sb-') || key.startsWith('supabase.auth.'))",
  )
}

/** Records storage at the moment the page makes this call; the call then continues. */
async function readKeysOnRequest(address: string): Promise<{ auth: string[]; theme: unknown }> {
  return new Promise((resolve, reject) => {
    page
      .route(
        (url) => url.href.includes(address),
        async (route) => {
          const auth = await storedAuthKeys()
          const theme = await page.evaluate("localStorage.getItem('theme')")
          await route.continue()
          resolve({ auth, theme })
        },
        { times: 1 },
      )
      .catch(reject)
  })
}

/** Records calls to the auth service that change data, in order, from now on. */
function recordAuthCalls(): { seen(): string[] } {
  const seen: string[] = []
  const note = (request: Request) => {
    const { pathname, search } = new URL(request.url())
    if (pathname.startsWith('/auth/v1/') && request.method() === 'POST')
      seen.push(`POST ${pathname}${search}`.replace(/[?&]redirect_to=[^&]*/, ''))
  }
  page.on('request', note)
  return {
    seen() {
      page.off('request', note)
      return seen
    },
  }
}

function accessToken(): Promise<string | null> {
  return page.evaluate(`(() => {
    const key = Object.keys(localStorage).find((key) => /^sb-.*-auth-token$/.test(key) && localStorage.getItem(key).startsWith('{'))
    return key ? JSON.parse(localStorage.getItem(key)).access_token : null
  })()`)
}

/** Whether the auth service still accepts the session of this token. */
async function isSessionValid(token: string | null): Promise<boolean> {
  const { publishableKey } = JSON.parse((await page.locator('#app-config').textContent()) ?? '{}')
  const response = await page.request.get('/auth/v1/user', {
    headers: { apikey: publishableKey, authorization: `Bearer ${token}` },
  })
  return response.ok()
}

/** The link in the newest email to this address, from the development mailbox. */
async function readEmailedLink(address: string, on = page): Promise<string> {
  const emails = (await (await on.request.get('/dev/mail.json')).json()) as { to: string; links: string[] }[]
  // Account notices contain no link.
  const link = emails.find(({ to, links }) => to === address && links.length > 0)?.links[0]
  if (!link) throw new Error(`no mail with a link for ${address}`)
  return link
}

/** Stands in for Turnstile: its script shows a button, and pressing it solves the captcha. */
async function startFakeCaptcha() {
  const asked: { secret: string | null; response: string | null }[] = []
  const script = `globalThis.turnstile = {
    render(place, options) {
      const button = document.createElement('button')
      button.type = 'button'
      button.textContent = 'I am a person, says ' + options.sitekey
      button.onclick = () => options.callback('solved')
      place.append(button)
      return 1
    },
    reset() {},
    remove() {},
  }`
  const server = createServer(async (request, response) => {
    if (request.url?.startsWith('/api.js')) {
      response.writeHead(200, { 'content-type': 'text/javascript' }).end(script)
      return
    }
    const given = new URLSearchParams(await text(request))
    asked.push({ secret: given.get('secret'), response: given.get('response') })
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ success: given.get('response') === 'solved' }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
