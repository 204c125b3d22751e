import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { type BrowserUser, newBrowserUser, signIn } from './browser.ts'
import { privateFolder, setRole, startSouk } from './souk-process.ts'

/** A seller of the demo market with ads and conversations. */
export const DEMO_SELLER = { email: 'ines-m@example.com', password: 'bazaar-lantern-7' }

const ADMINISTRATOR = 'joao-p@example.com'

/** A URL and what it should show. */
export interface Place {
  readonly path: string
  readonly status: 200 | 404
  /** The tab's title without brand suffix and unread count. */
  readonly title: string | RegExp
  readonly heading: string | RegExp
  /** The chunk that contains the page. */
  readonly chunk: string
}

/** The running demo market with a visitor and, in a separate browser, one of its sellers. */
export interface Market {
  readonly url: string
  readonly visitor: BrowserUser
  readonly seller: BrowserUser
  /** Public pages: every route of the specification, /home, an ad, a seller page, and unknown paths. */
  readonly publicPlaces: readonly Place[]
  /** Pages for signed-in users only, including the dashboard's tabs, the inbox and a thread. */
  readonly guardedPlaces: readonly Place[]
  /** Pages for moderators and administrators. */
  readonly staffPlaces: readonly Place[]
  /** Makes a demo user an administrator and signs in. */
  administrator(): Promise<BrowserUser>
  close(): Promise<void>
}

/** Starts the demo market and reads the URLs of its contents. */
export async function openMarket(): Promise<Market> {
  const folder = await privateFolder('demo')
  const souk = await startSouk(folder.path)
  const [visitor, seller] = await Promise.all([newBrowserUser(souk.url), newBrowserUser(souk.url)])
  await visitor.page.goto('/')
  const link = visitor.page.locator('main a[href^="/listing/"]').first()
  const listingPath = (await link.getAttribute('href')) ?? ''
  await visitor.page.goto(listingPath)
  const listingTitle = (await visitor.page.getByRole('heading', { level: 1 }).textContent()) ?? ''
  const sellerPath = await visitor.page.locator('main a[href^="/seller/"]').first().getAttribute('href')

  await signIn(seller.page, DEMO_SELLER.email, DEMO_SELLER.password)
  await seller.page.waitForURL('**/home')
  await seller.page.goto('/messages')
  const threadPath = await seller.page.locator('a[href^="/messages?c="]').first().getAttribute('href')
  return {
    url: souk.url,
    visitor,
    seller,
    publicPlaces: publicPlaces(listingPath, listingTitle, sellerPath ?? ''),
    guardedPlaces: guardedPlaces(threadPath ?? ''),
    staffPlaces: staffPlaces(),
    async administrator() {
      setRole(folder.path, souk.url, ADMINISTRATOR, 'admin')
      const person = await newBrowserUser(souk.url)
      await signIn(person.page, ADMINISTRATOR, DEMO_SELLER.password)
      await person.page.waitForURL('**/home')
      return person
    },
    async close() {
      await Promise.all([visitor.leave(), seller.leave()])
      await souk.end()
      await folder.remove()
    },
  }
}

function publicPlaces(listingPath: string, listingTitle: string, sellerPath: string): Place[] {
  const found = (path: string, title: Place['title'], heading: Place['heading'], chunk: string): Place => ({
    path,
    status: 200,
    title,
    heading,
    chunk,
  })
  return [
    found('/', 'Buy and sell nearby', 'Good things, just around the corner.', 'HomePage'),
    found('/home', 'Buy and sell nearby', 'Good things, just around the corner.', 'HomePage'),
    found('/auth', 'Sign in', 'Welcome back', 'AuthPage'),
    found('/auth?mode=sign-up', 'Create your account', 'Create your account', 'AuthPage'),
    found('/auth?mode=forgot', 'Forgot your password?', 'Forgot your password?', 'AuthPage'),
    found('/categories', 'Categories', 'All categories', 'CategoriesPage'),
    found('/browse', 'Everything for sale', 'Everything for sale', 'BrowsePage'),
    found('/browse?q=boots', '“boots”', '“boots”', 'BrowsePage'),
    found('/browse?q=zzzzqqq', '“zzzzqqq”', '“zzzzqqq”', 'BrowsePage'),
    found(listingPath, listingTitle, listingTitle, 'ListingPage'),
    found(sellerPath, /^\S.+$/, /^\S.+$/, 'SellerPage'),
    found('/help', 'Help', 'How can we help?', 'HelpPage'),
    found('/help/safety', 'Staying safe', 'Staying safe', 'HelpTopicPage'),
    found('/help/account', 'Your account', 'Your account', 'HelpTopicPage'),
    found('/help/posting', 'Buying and selling', 'Buying and selling', 'HelpTopicPage'),
    found('/help/when-to-pay', 'When should I pay?', 'When should I pay?', 'HelpArticlePage'),
    found('/help/not-allowed', 'What isn’t allowed here?', 'What isn’t allowed here?', 'HelpArticlePage'),
    found('/terms', 'Terms', 'Terms', 'TermsPage'),
    found('/privacy', 'Privacy notice', 'Privacy notice', 'PrivacyPage'),
    found('/cookies', 'Cookies and storage', 'Cookies and storage', 'CookiesPage'),
    found('/transparency', 'Transparency', 'Transparency', 'TransparencyPage'),
    found('/contact', 'Contact', 'Contact', 'ContactPage'),
    found('/unsubscribe?token=cut-off', 'Unsubscribe', 'Unsubscribe from these emails?', 'UnsubscribePage'),
    {
      ...found(`/listing/${randomUUID()}`, 'No ad at this address', 'No ad at this address', 'ListingPage'),
      status: 404,
    },
    found('/browse?q=boots&view=list', '“boots”', '“boots”', 'BrowsePage'),
    found('/browse?q=boots&price_max=1&exclude=broken', '“boots”', '“boots”', 'BrowsePage'),
    { ...found('/no-such-stall', 'Not found', 'This stall has packed up.', 'NotFoundPage'), status: 404 },
  ]
}

function guardedPlaces(threadPath: string): Place[] {
  const dashboard = (tab: string, name: string, section = name): Place => ({
    path: `/dashboard?tab=${tab}`,
    status: 200,
    title: name,
    heading: section,
    chunk: 'DashboardPage',
  })
  return [
    { path: '/post', status: 200, title: 'Post an ad', heading: /\S/, chunk: 'PostPage' },
    { ...dashboard('overview', 'Dashboard'), path: '/dashboard', heading: /^Good \w+, Inês$/ },
    dashboard('listings', 'My ads'),
    dashboard('saved', 'Saved'),
    dashboard('searches', 'Searches', 'Saved'),
    dashboard('notifications', 'Notifications'),
    dashboard('offers', 'Orders and offers'),
    dashboard('settings', 'Settings'),
    dashboard('profile', 'Profile', 'Settings'),
    dashboard('alerts', 'Notifications', 'Settings'),
    dashboard('security', 'Security', 'Settings'),
    dashboard('reports', 'Reports', 'Settings'),
    { path: '/messages', status: 200, title: 'Messages', heading: 'Messages', chunk: 'MessagesPage' },
    { path: threadPath, status: 200, title: 'Messages', heading: 'Messages', chunk: 'MessagesPage' },
  ]
}

function staffPlaces(): Place[] {
  const part = (tab: string, title: string, heading = title): Place => ({
    path: `/admin/${tab}`,
    status: 200,
    title,
    heading,
    chunk: 'AdminPage',
  })
  return [
    { ...part('queue', 'Queue'), heading: /to decide$/ },
    part('inbox', 'Support'),
    part('people?q=in', 'Users'),
    part('ads?q=boots', 'Ads'),
    part('categories?category=lamps', 'Categories', 'Categories and fields'),
    part('prohibited', 'Prohibited', 'Prohibited items'),
    part('rules', 'Rules', 'Message rules'),
    part('limits', 'Limits'),
    part('branding', 'Branding'),
    part('figures', 'Statistics'),
    part('audit', 'Audit log'),
  ]
}

/** A browser tab that records the console messages and requests of its page. */
export class Tab {
  readonly page: Page
  status = 0
  headers: Readonly<Record<string, string>> = {}
  complaints: string[] = []
  requested: string[] = []

  private constructor(page: Page) {
    this.page = page
    page.on('pageerror', (error) => this.complaints.push(error.message))
    page.on('console', (message) => {
      if (message.type() !== 'error') return
      // The browser logs an error for a document that answers 404 on purpose; nothing else may fail to load.
      if (message.location().url === page.url() && message.text().includes('status of 404')) return
      this.complaints.push(message.text())
    })
    page.on('request', (request) => this.requested.push(request.url()))
  }

  static async of(person: BrowserUser): Promise<Tab> {
    const page = await person.context.newPage()
    await page.addInitScript(
      "addEventListener('securitypolicyviolation', (event) => console.error('Refused by the policy:', event.violatedDirective, event.blockedURI))",
    )
    return new Tab(page)
  }

  /** Loads a place at this width in light mode and waits until it is stable. Clears the recorded messages. */
  async open(path: string, width: number): Promise<void> {
    this.complaints = []
    this.requested = []
    await this.page.emulateMedia({ colorScheme: 'light' })
    await this.page.setViewportSize({ width, height: width < 640 ? 844 : 1000 })
    const response = await this.page.goto(path)
    this.status = response?.status() ?? 0
    this.headers = response?.headers() ?? {}
    await waitUntilStable(this.page)
  }
}

/** Opens a place in a new tab at this width and waits until it is stable. Close the tab's page afterwards. */
export async function openTab(person: BrowserUser, path: string, width: number): Promise<Tab> {
  const tab = await Tab.of(person)
  await tab.open(path, width)
  return tab
}

/** Waits for the heading, network idle, and the end of animations. */
export async function waitUntilStable(page: Page): Promise<void> {
  await page.locator('h1').filter({ visible: true }).first().waitFor()
  await page.waitForLoadState('networkidle')
  await waitForAnimations(page)
}

/** Waits for running transitions and animations, except endless ones (spinners) and those of parts that are not rendered. */
export async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(`Promise.race([
    new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
      .then(() => Promise.allSettled(document.getAnimations()
        .filter((animation) => animation.effect?.getComputedTiming().endTime !== Infinity)
        .map((animation) => animation.finished))),
    new Promise((resolve) => setTimeout(resolve, 3000)),
  ]).then(() => undefined)`)
}
