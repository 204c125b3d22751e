import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { inject } from 'vitest'
import { CHROMIUM_FLAGS, ensureChromium, headlessShell } from '../../scripts/ensure-chromium.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** The file asserts how fast pages are, in a browser that works as everybody's does. */
    measuresTime: boolean
  }
}

/**
 * Scripts of a page that is open for a second are not worth optimizing, nor their young objects collecting often, nor drawing in a process
 * of its own: a quarter of the browser's CPU time.
 */
const BRIEF_PAGES = [
  '--js-flags=--no-maglev --no-turbofan --min-semi-space-size=32 --max-semi-space-size=64',
  '--in-process-gpu',
]

function flags(): string[] {
  return [...CHROMIUM_FLAGS, ...(inject('measuresTime') ? [] : BRIEF_PAGES)]
}

/** Somebody at a browser of their own, with nothing stored in it. */
export interface Person {
  readonly page: Page
  readonly context: BrowserContext
  /** What went wrong in the page's console; a healthy page has nothing to say. */
  readonly complaints: string[]
  leave(): Promise<void>
}

interface PersonOptions {
  readonly phone?: boolean
  readonly colorScheme?: 'light' | 'dark'
  /** Keeps the app as installed: with its service worker and a profile on disk, where push messages arrive. */
  readonly keepsApp?: boolean
}

/** One browser serves all people of all files that a process runs, each in a context of their own; it ends with the process. */
let shared: Promise<Browser> | null = null

/** Somebody whom no site knows: nothing is stored, and nothing is shared with other people. */
export async function aPerson(url: string, options: PersonOptions = {}): Promise<Person> {
  const { context, leave } = await (options.keepsApp ? ownBrowser : ownContext)({
    baseURL: url,
    viewport: options.phone ? { width: 390, height: 844 } : { width: 1440, height: 1000 },
    colorScheme: options.colorScheme ?? 'light',
    locale: 'en-GB',
    // What a service worker keeps would stand between a test and the server.
    serviceWorkers: options.keepsApp ? 'allow' : 'block',
  })
  context.setDefaultTimeout(20_000)
  context.on('page', waitsUntilLive)
  for (const open of context.pages()) waitsUntilLive(open)
  const page = context.pages()[0] ?? (await context.newPage())
  const complaints: string[] = []
  page.on('console', (message) => {
    // Refusals that the page asked for and shows in words are the browser's log lines, not faults of the page.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  return { page, context, complaints, leave }
}

/** Pages are seen before they are live: people notice, and press again; tests would not. */
function waitsUntilLive(page: Page): void {
  const { goto, reload } = page
  const live = async () => {
    // What is no page of the app has no root; one that breaks as it loads is for its test to see.
    const state = page.locator('html[data-live], html:not(:has(#root))').first()
    await state.waitFor({ state: 'attached', timeout: 15_000 }).catch(() => undefined)
  }
  page.goto = async (...given) => {
    const response = await goto.apply(page, given)
    await live()
    return response
  }
  page.reload = async (...given) => {
    const response = await reload.apply(page, given)
    await live()
    return response
  }
}

interface Place {
  readonly context: BrowserContext
  leave(): Promise<void>
}

async function ownContext(options: BrowserContextOptions): Promise<Place> {
  shared ??= launched()
  const context = await (await shared).newContext(options)
  return { context, leave: () => context.close() }
}

async function launched(): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: headlessShell(), args: flags() })
  browser.once('disconnected', () => {
    shared = null
  })
  return browser
}

async function ownBrowser(options: BrowserContextOptions): Promise<Place> {
  const profile = await mkdtemp(join(tmpdir(), 'souk-browser-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath: ensureChromium(),
    args: flags(),
    ...options,
  })
  return {
    context,
    async leave() {
      await context.close()
      await rm(profile, { recursive: true, force: true })
    },
  }
}

export interface Account {
  readonly firstName: string
  readonly lastName: string
  readonly email: string
  readonly password: string
}

/** Signs up through the form, as a new user would. Ends on the page that follows. */
export async function signUp(page: Page, account: Account): Promise<void> {
  await page.goto('/auth?mode=sign-up')
  await fillSignUp(page, account)
}

/** The same, on the sign-in page where one has been sent. */
export async function fillSignUp(page: Page, account: Account): Promise<void> {
  if ((await page.getByLabel('First name').count()) === 0)
    await page
      .getByRole('button', { name: 'Create account' })
      .or(page.getByRole('tab', { name: 'Create account' }))
      .or(page.getByRole('radio', { name: 'Create account' }))
      .first()
      .click()
  await page.getByLabel('First name').fill(account.firstName)
  await page.getByLabel('Last name').fill(account.lastName)
  await page.getByLabel('Email').fill(account.email)
  await page.getByLabel('Phone').fill('+351210000000')
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.locator('form').getByRole('button', { name: 'Create account' }).click()
}

export async function signIn(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/auth')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.locator('form').getByRole('button', { name: 'Sign in', exact: true }).click()
}
