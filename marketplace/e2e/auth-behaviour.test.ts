import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Account, aPerson, fillSignUp, type Person, signIn } from './browser.ts'
import { atRest } from './site.ts'
import { privateFolder, type SoukProcess, startSouk } from './souk-process.ts'

/** Signing up, in and out, word for word as the product's specification has it, through the real pages. */
const EVA: Account = { firstName: 'Eva', lastName: 'Enter', email: 'eva@example.com', password: 'quiet-lantern-42' }
/** What earlier visits may have left behind; `theme` is nobody's auth key. */
const LEFT_BEHIND = { 'sb-elsewhere-auth-token': 'old', 'supabase.auth.token': 'older', theme: 'light' }

let folder: Awaited<ReturnType<typeof privateFolder>>
let souk: SoukProcess
let eva: Person
let page: Page

beforeAll(async () => {
  folder = await privateFolder('migrations')
  souk = await startSouk(folder.path, { DEMO: '0' })
  eva = await aPerson(souk.url)
  page = eva.page
})
afterAll(async () => {
  await eva?.leave()
  await souk?.end()
  await folder?.remove()
})

describe('signing up', () => {
  test('clears every stored auth key first, says Account Created! and leads to /home', async () => {
    await page.goto('/auth?mode=sign-up')
    await leaveBehind()
    const kept = keysWhen('/auth/v1/signup')
    await signUpHere(EVA)
    await notice('Account Created!')
    await page.waitForURL('**/home')

    expect(await kept).toEqual({ auth: [], theme: 'light' })
  })

  test('while signed in ends the former session everywhere first', async () => {
    const former = await signedInElsewhere('/auth?mode=sign-up')
    const calls = authCalls()
    await signUpHere({ ...EVA, email: 'eva-second@example.com' })
    await page.waitForURL('**/home')

    expect(calls.seen().slice(0, 2)).toEqual(['POST /auth/v1/logout?scope=global', 'POST /auth/v1/signup'])
    expect(await isAlive(former)).toBe(false)
    expect(await isAlive(await accessToken())).toBe(true)
  })

  test('with an address that has an account says Sign Up Error with the server’s words, and stays', async () => {
    await signedOutAt('/auth?mode=sign-up')
    await signUpHere(EVA)
    await notice('Sign Up Error', 'User already registered')
    expect(new URL(page.url()).pathname).toBe('/auth')

    await signUpHere({ ...EVA, email: 'eva-third@example.com' })
    await notice('Account Created!')
    // The error is not left standing beside the success.
    await page.locator('[data-sonner-toast]').getByText('Sign Up Error').waitFor({ state: 'detached', timeout: 2500 })
    await page.waitForURL('**/home')
  })
})

describe('signing in', () => {
  test('clears every stored auth key first and says Welcome back!', async () => {
    await signedOutAt('/auth')
    await leaveBehind()
    const kept = keysWhen('/auth/v1/token?grant_type=password')
    await signInHere(EVA.email, EVA.password)
    await notice('Welcome back!', 'You have successfully signed in.')
    await page.waitForURL('**/home')

    expect(await kept).toEqual({ auth: [], theme: 'light' })
  })

  test('while signed in ends the former session everywhere first', async () => {
    const former = await signedInElsewhere('/auth')
    const calls = authCalls()
    await signInHere(EVA.email, EVA.password)
    await page.waitForURL('**/home')

    expect(calls.seen().slice(0, 2)).toEqual([
      'POST /auth/v1/logout?scope=global',
      'POST /auth/v1/token?grant_type=password',
    ])
    expect(await isAlive(former)).toBe(false)
  })

  test('asks for the profile about 100 ms later', async () => {
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

  test('is still signed in after a reload', async () => {
    const before = await accessToken()
    await page.reload()
    await page.getByRole('button', { name: /Account of Eva/ }).waitFor()
    expect(await accessToken()).toBe(before)
  })

  test('with a wrong password says Sign In Error with the server’s words, and stays', async () => {
    await signedOutAt('/auth')
    await signInHere(EVA.email, 'not-the-password')
    await notice('Sign In Error', 'Invalid login credentials')
    expect(new URL(page.url()).pathname).toBe('/auth')
    expect(await accessToken()).toBeNull()
  })

  test('offers Google only where the installation has set it up', async () => {
    await signedOutAt('/auth')
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    expect(await page.getByRole('button', { name: 'Continue with Google' }).count()).toBe(0)
    await page.getByRole('tab', { name: 'Create account' }).click()
    await page.getByLabel('First name').waitFor()
    expect(await page.getByText('or', { exact: true }).count()).toBe(0)
  })

  test.each(['/dashboard?tab=searches', '/messages'])('leads on to %s, which asked for it', async (path) => {
    await signedOutAt(path)
    await page.waitForURL('**/auth')
    await signInHere(EVA.email, EVA.password)
    await page.waitForURL(`**${path}`)
    await atRest(page)
  })
})

describe('the profile', () => {
  test('saved says Profile Updated', async () => {
    await page.goto('/dashboard?tab=profile')
    await page.getByLabel('About you').fill('I sell what I no longer ride.')
    await page.getByRole('button', { name: 'Save profile' }).click()
    await notice('Profile Updated', 'Your profile has been successfully updated.')
  })

  test('refused by the server says Update Error with its words, and keeps what was typed', async () => {
    await page.goto('/dashboard?tab=profile')
    await page.getByLabel('About you').fill('Something else.')
    const refusal = { code: 'SK999', message: 'That is not a text for here.', details: null, hint: null }
    await page.route('**/rest/v1/profiles?*', (route) =>
      route.request().method() === 'PATCH' ? route.fulfill({ status: 400, json: refusal }) : route.continue(),
    )
    await page.getByRole('button', { name: 'Save profile' }).click()
    await notice('Update Error', 'That is not a text for here.')
    await page.unroute('**/rest/v1/profiles?*')
    expect(await page.getByLabel('About you').inputValue()).toBe('Something else.')
  })
})

describe('signing out', () => {
  test('clears the stored keys, ends the session everywhere, says Signed Out and leads to /auth', async () => {
    const former = await accessToken()
    const elsewhere = await eva.context.newPage()
    await elsewhere.goto('/help')
    await elsewhere.getByRole('button', { name: /Account of Eva/ }).waitFor()
    await page.bringToFront() // a tab in the back draws no frames, and a click waits for them
    await page.goto('/home')
    await leaveBehind()
    const calls = authCalls()
    await page.getByRole('button', { name: /Account of Eva/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await notice('Signed Out')
    await page.waitForURL('**/auth')

    expect(calls.seen()).toEqual(['POST /auth/v1/logout?scope=global'])
    expect(await storedAuthKeys()).toEqual([])
    expect(await isAlive(former)).toBe(false)

    // The other tab of the same browser notices by itself.
    await elsewhere.getByRole('link', { name: 'Sign in', exact: true }).waitFor()
    await elsewhere.close()
  })

  test('leaves nothing for the next person to come back to', async () => {
    await page.goto('/dashboard')
    await page.waitForURL('**/auth')
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: 'Welcome back' }).waitFor()
  })
})

describe('a forgotten password', () => {
  const NEW_PASSWORD = 'another-quiet-lantern-43'

  test('is reset through the mail: the notice, the link, the new password, and on as after a sign-in', async () => {
    await page.goto('/auth')
    await page.getByRole('button', { name: 'Forgot it?' }).click()
    await page.getByLabel('Email').fill(EVA.email)
    await page.getByRole('button', { name: 'Send reset link' }).click()
    await notice('Reset Email Sent', 'Please check your email for password reset instructions.')
    await page.getByRole('heading', { level: 1, name: 'Check your email' }).waitFor()

    await page.goto(await linkMailedTo(EVA.email))
    await page.getByRole('heading', { level: 1, name: 'Set a new password' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/auth')
    await page.getByLabel('New password').fill(NEW_PASSWORD)
    await page.getByRole('button', { name: 'Save password' }).click()
    await notice('Password Changed', 'You’re signed in with your new password.')
    await page.waitForURL('**/home')
  })

  test('is the only one that opens the account afterwards', async () => {
    await signedOutAt('/auth')
    await signInHere(EVA.email, EVA.password)
    await notice('Sign In Error', 'Invalid login credentials')
    await signInHere(EVA.email, NEW_PASSWORD)
    await page.waitForURL('**/home')
    await notice('Welcome back!', 'You have successfully signed in.')
    // The error is not left standing beside the success.
    await page.locator('[data-sonner-toast]').getByText('Sign In Error').waitFor({ state: 'detached', timeout: 2500 })
  })

  test('with a link that was used already says so to somebody who is signed in, until it is closed', async () => {
    await page.goto(
      '/auth#error=access_denied&error_code=otp_expired&error_description=Email+link+is+invalid+or+has+expired',
    )
    await page.waitForURL('**/home')
    await notice('Sign In Error', 'Email link is invalid or has expired')
    await page.getByRole('button', { name: 'Close toast' }).click()
    await page.locator('[data-sonner-toast]').waitFor({ state: 'detached' })
  })

  test('that the server cannot mail says Reset Password Error with its words', async () => {
    await signedOutAt('/auth?mode=forgot')
    await page.route('**/auth/v1/recover*', (route) =>
      route.fulfill({ status: 429, json: { code: 'over_email_send_rate_limit', message: 'Please wait a minute.' } }),
    )
    await page.getByLabel('Email').fill(EVA.email)
    await page.getByRole('button', { name: 'Send reset link' }).click()
    await notice('Reset Password Error', 'Please wait a minute.')
    await page.unroute('**/auth/v1/recover*')
  })

  test('with a link that was used already says so', async () => {
    await page.goto(await linkMailedTo(EVA.email))
    await notice('Sign In Error', 'Email link is invalid or has expired')
  })
})

describe('deleting one’s account', () => {
  const PASSWORD = 'another-quiet-lantern-43'

  test('asks for the password, says until when it can be taken back, and signs out everywhere', async () => {
    await signedOutAt('/auth')
    await signInHere(EVA.email, PASSWORD)
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
    expect(await isAlive(token)).toBe(false)
    expect(await storedAuthKeys()).toEqual([])
  })

  test('is taken back by signing in, which the bell says', async () => {
    await signInHere(EVA.email, PASSWORD)
    await page.waitForURL('**/home')
    await page.goto('/dashboard?tab=notifications')
    await page.getByText('Welcome back! We’ve kept your account').first().waitFor()
  })
})

test('where addresses are confirmed and programs kept out, a solved check and the link from the mail let somebody in', async () => {
  const other = await privateFolder('migrations')
  const captcha = await standInCaptcha()
  const strict = await startSouk(other.path, {
    DEMO: '0',
    AUTH_AUTOCONFIRM: '0',
    AUTH_CAPTCHA_PROVIDER: 'turnstile',
    AUTH_CAPTCHA_SECRET: 'between-us',
    AUTH_CAPTCHA_URL: `${captcha.url}/siteverify`,
    AUTH_CAPTCHA_SITE_KEY: 'stand-in-key',
    AUTH_CAPTCHA_SCRIPT_URL: `${captcha.url}/api.js`,
  })
  const finn = await aPerson(strict.url)
  await finn.page.goto('/auth?mode=sign-up')
  const check = finn.page.getByRole('button', { name: 'I am a person, says stand-in-key' })
  await check.waitFor()
  await fillSignUp(finn.page, { ...EVA, firstName: 'Finn', email: 'finn@example.com' })
  await finn.page.getByText('Complete the security check above, then try again.').first().waitFor()
  await check.click()
  await fillSignUp(finn.page, { ...EVA, firstName: 'Finn', email: 'finn@example.com' })
  await noticeOn(finn.page, 'Check Your Email', 'Please check your email for a confirmation link.')
  expect(captcha.asked).toEqual([{ secret: 'between-us', response: 'solved' }])
  expect(new URL(finn.page.url()).pathname).toBe('/auth')

  await finn.page.goto(await linkMailedTo('finn@example.com', finn.page))
  await finn.page.getByRole('button', { name: /Account of Finn/ }).waitFor()
  const { complaints } = finn
  await finn.leave()
  await strict.end()
  await captcha.close()
  await other.remove()
  expect(complaints).toEqual([])
})

test('nothing of a captcha is loaded where nobody asks for one', async () => {
  const answer = await page.request.get('/auth')
  const policy = answer.headers()['content-security-policy'] ?? ''
  expect(policy).toContain("frame-src 'self';")
  expect(policy).not.toMatch(/cloudflare|hcaptcha/)
})

test('no page complained in the console', () => {
  expect(eva.complaints).toEqual([])
})

function notice(title: string, text?: string): Promise<void> {
  return noticeOn(page, title, text)
}

/** Waits for a notice with exactly this title and, where given, exactly this text. Without one it must have none. */
async function noticeOn(on: Page, title: string, text?: string): Promise<void> {
  const shown = on
    .locator('[data-sonner-toast]')
    .filter({ has: on.locator('[data-title]').getByText(title, { exact: true }) })
    .first()
  await shown.waitFor()
  const description = shown.locator('[data-description]')
  expect(await description.allTextContents()).toEqual(text === undefined ? [] : [text])
}

/** Opens the page as somebody whom this browser does not know. */
async function signedOutAt(path: string): Promise<void> {
  await page.evaluate('localStorage.clear()')
  await page.goto(path)
}

/**
 * The form, open since before Eva signed in with another tab: somebody who is signed in when the page loads is sent on and
 * never sees it. Answers the token of that session, once the form's own page knows of it.
 */
async function signedInElsewhere(path: string): Promise<string | null> {
  await signedOutAt(path)
  await page.locator('form').waitFor()
  const known = page.waitForRequest('**/rest/v1/profiles?*')
  const other = await eva.context.newPage()
  await signIn(other, EVA.email, EVA.password)
  await known
  await other.waitForURL('**/home')
  await other.close()
  return accessToken()
}

/** The sign-up and sign-in forms on the page that is open, without loading it anew. */
async function signUpHere(account: Account): Promise<void> {
  await fillSignUp(page, account)
}

async function signInHere(email: string, password: string): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.locator('form').getByRole('button', { name: 'Sign in', exact: true }).click()
}

async function leaveBehind(): Promise<void> {
  await page.evaluate(
    `for (const [key, value] of Object.entries(${JSON.stringify(LEFT_BEHIND)})) localStorage.setItem(key, value)`,
  )
}

function storedAuthKeys(): Promise<string[]> {
  return page.evaluate(
    "Object.keys(localStorage).filter((key) => key.startsWith('sb-') || key.startsWith('supabase.auth.'))",
  )
}

/** What is stored at the moment when the page makes this call; the call then goes on. */
async function keysWhen(address: string): Promise<{ auth: string[]; theme: unknown }> {
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

/** The calls to the auth service from now on that change something, in order. */
function authCalls(): { seen(): string[] } {
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

/** Whether the auth service still knows the session of this token. */
async function isAlive(token: string | null): Promise<boolean> {
  const { publishableKey } = JSON.parse((await page.locator('#app-config').textContent()) ?? '{}')
  const response = await page.request.get('/auth/v1/user', {
    headers: { apikey: publishableKey, authorization: `Bearer ${token}` },
  })
  return response.ok()
}

/** The link in the newest mail to this address, from the development mailbox. */
async function linkMailedTo(address: string, on = page): Promise<string> {
  const emails = (await (await on.request.get('/dev/mail.json')).json()) as { to: string; links: string[] }[]
  // Notices about the account have none.
  const link = emails.find(({ to, links }) => to === address && links.length > 0)?.links[0]
  if (!link) throw new Error(`no mail with a link for ${address}`)
  return link
}

/** A service like Turnstile: its script shows a button, and a press is a solved check. */
async function standInCaptcha() {
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
