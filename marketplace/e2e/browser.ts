import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'
import { inject } from 'vitest'
import { CHROMIUM_FLAGS, ensureChromium, headlessShell } from '../../scripts/ensure-chromium.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** This file asserts page speed, so its browser optimizes scripts like any other. */
    measuresTime: boolean
  }
}

/**
 * A page that is open for a second does not repay script optimization, frequent young-generation garbage collection or a separate GPU process: a
 * quarter of the browser's CPU time.
 */
const BRIEF_PAGES = [
  '--js-flags=--no-maglev --no-turbofan --min-semi-space-size=32 --max-semi-space-size=64',
  '--in-process-gpu',
]

function flags(): string[] {
  return [...CHROMIUM_FLAGS, ...(inject('measuresTime') ? [] : BRIEF_PAGES)]
}

/** A user in a separate, empty browser context. */
export interface BrowserUser {
  readonly page: Page
  readonly context: BrowserContext
  /** Console errors of the page; a healthy page has none. */
  readonly complaints: string[]
  leave(): Promise<void>
}

interface BrowserUserOptions {
  readonly phone?: boolean
  readonly colorScheme?: 'light' | 'dark'
  /** Keeps the app as installed: with its service worker and a profile on disk, where push messages arrive. */
  readonly keepsApp?: boolean
}

/** One browser is shared by all users of all files that a process runs, each in a separate context; it is closed with the process. */
let shared: Promise<Browser> | null = null

/** Opens an empty browser context that shares nothing with others. */
export async function newBrowserUser(url: string, options: BrowserUserOptions = {}): Promise<BrowserUser> {
  const { context, leave } = await (options.keepsApp ? newBrowser : newContext)({
    baseURL: url,
    viewport: options.phone ? { width: 390, height: 844 } : { width: 1440, height: 1000 },
    colorScheme: options.colorScheme ?? 'light',
    locale: 'en-GB',
    // Animations cost a twentieth of the CPU time.
    reducedMotion: inject('measuresTime') ? 'no-preference' : 'reduce',
    // A service worker's cache would hide the server from a test.
    serviceWorkers: options.keepsApp ? 'allow' : 'block',
  })
  context.setDefaultTimeout(20_000)
  context.on('page', waitForHydration)
  for (const open of context.pages()) waitForHydration(open)
  const page = context.pages()[0] ?? (await context.newPage())
  const complaints: string[] = []
  page.on('console', (message) => {
    // Requests that the page expects to fail, and reports in its own text, still appear in the browser's log; they are not page errors.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
      complaints.push(message.text())
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  return { page, context, complaints, leave }
}

/** Waits for hydration: server-rendered pages are visible before they respond to input. Users press again; tests don't. */
function waitForHydration(page: Page): void {
  const { goto, reload } = page
  const live = async () => {
    // Documents outside the app have no root; a page that fails to load is left to its test.
    const state = page.locator('html[data-live], html:not(:has(#root))').first()
    await state.waitFor({ state: 'attached', timeout: 15_000 }).catch(() => undefined)
  }
  page.goto = async (url, options) => {
    const response = await goto.call(page, url, options)
    if (options?.waitUntil !== 'commit') await live()
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

async function newContext(options: BrowserContextOptions): Promise<Place> {
  shared ??= sharedBrowser()
  const context = await (await shared).newContext(options)
  return { context, leave: () => context.close() }
}

async function sharedBrowser(): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: headlessShell(), args: flags() })
  browser.once('disconnected', () => {
    shared = null
  })
  return browser
}

async function newBrowser(options: BrowserContextOptions): Promise<Place> {
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

/** Signs up through the form, like a new user. Ends on the next page. */
export async function signUp(page: Page, account: Account): Promise<void> {
  await page.goto('/auth?mode=sign-up')
  await fillSignUp(page, account)
}

/** The same, on the sign-in page that the user was redirected to. */
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
