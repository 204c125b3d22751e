import type { Page } from 'playwright-core'
import { demoId } from '../../marketplace/database/seed/demo-data.ts'

export interface Shot {
  readonly name: string
  readonly path: string
  readonly as?: 'seller' | 'newcomer' | 'staff'
  /** Actions before the screenshot. */
  readonly action?: (page: Page) => Promise<void>
}

const thread = (name: string, conversation: string): Shot => ({
  name: `thread-${name}`,
  path: `/messages?c=${demoId(conversation)}`,
  as: 'seller',
})

const settings = (name: string): Shot => ({ name: `settings-${name}`, path: `/dashboard?tab=${name}`, as: 'seller' })

const admin = (name: string): Shot => ({ name: `admin-${name}`, path: `/admin/${name}`, as: 'staff' })

/** Clicks the first visible button of a name. */
const press = (name: string | RegExp) => async (page: Page) => {
  await page.getByRole('button', { name }).filter({ visible: true }).first().click()
  await page.waitForTimeout(800)
}

/** Opens the place picker; on phones the first visit's question replaces its button. */
async function openPlace(page: Page): Promise<void> {
  await page.getByRole('main').getByRole('button', { name: 'Close', exact: true }).click()
  await press(/^Location/)(page)
}

/** Opens the menu of categories in the header; phones have a page of them, with one group open. */
async function openCategories(page: Page): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) < 768) {
    await page.goto('/categories')
    await page.locator('summary, [aria-expanded]').filter({ hasText: 'Furniture', visible: true }).first().click()
    return
  }
  await page.getByRole('link', { name: 'Categories' }).filter({ visible: true }).first().hover()
  await page.waitForTimeout(800)
}

/** Navigates while API requests fail, to show the error state. */
async function withoutAnswers(page: Page): Promise<void> {
  await page.route('**/rest/v1/**', (route) => route.fulfill({ status: 500, json: { message: 'Out of order.' } }))
  await page.getByRole('link', { name: 'Browse' }).filter({ visible: true }).first().click()
  await page.waitForTimeout(4000)
  await page.unroute('**/rest/v1/**')
}

/** Opens a page that is not cached while offline; the next shot is online again. */
async function offline(page: Page): Promise<void> {
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Browse' }).filter({ visible: true }).first().click()
  await page.getByRole('button', { name: 'Try again' }).waitFor()
}

/** Every page and state of the demo market. */
export const SHOTS: readonly Shot[] = [
  { name: 'home', path: '/' },
  { name: 'home-place', path: '/', action: openPlace },
  { name: 'home-category', path: '/', action: openCategories },
  { name: 'home-signed-in', path: '/home', as: 'seller' },
  { name: 'categories', path: '/categories' },
  { name: 'browse', path: '/browse' },
  { name: 'browse-list', path: '/browse?q=camera&view=list' },
  { name: 'browse-none', path: '/browse?q=piano' },
  { name: 'browse-map', path: '/browse?view=map' },
  { name: 'listing', path: `/listing/${demoId('l089')}` },
  { name: 'listing-own', path: `/listing/${demoId('l089')}`, as: 'seller' },
  { name: 'listing-sold', path: `/listing/${demoId('l064')}` },
  { name: 'seller', path: `/seller/${demoId('s06')}` },
  { name: 'saved-guest', path: '/dashboard?tab=saved' },
  { name: 'sign-in', path: '/auth' },
  { name: 'sign-up', path: '/auth?mode=sign-up' },
  { name: 'forgot', path: '/auth?mode=forgot' },
  { name: 'help', path: '/help' },
  { name: 'help-search', path: '/help?q=refund' },
  { name: 'help-topic', path: '/help/safety' },
  { name: 'help-article', path: '/help/when-to-pay' },
  { name: 'contact', path: '/contact' },
  { name: 'terms', path: '/terms' },
  { name: 'privacy', path: '/privacy' },
  { name: 'cookies', path: '/cookies' },
  { name: 'transparency', path: '/transparency' },
  { name: 'not-found', path: '/no-such-page' },
  { name: 'error', path: '/help', action: withoutAnswers },
  { name: 'offline', path: '/help', action: offline },
  { name: 'unsubscribe', path: '/unsubscribe?token=none' },
  { name: 'assistant', path: '/help', action: press('Need Help?') },
  { name: 'dashboard-new', path: '/dashboard', as: 'newcomer' },
  { name: 'messages-none', path: '/messages', as: 'newcomer' },
  { name: 'saved-none', path: '/dashboard?tab=saved', as: 'newcomer' },
  { name: 'dashboard', path: '/dashboard', as: 'seller' },
  { name: 'dashboard-ads', path: '/dashboard?tab=listings', as: 'seller' },
  { name: 'dashboard-deals', path: '/dashboard?tab=offers', as: 'seller' },
  { name: 'dashboard-saved', path: '/dashboard?tab=saved', as: 'seller' },
  { name: 'dashboard-searches', path: '/dashboard?tab=searches', as: 'seller' },
  { name: 'notifications', path: '/dashboard?tab=notifications', as: 'seller' },
  { name: 'reports', path: '/dashboard?tab=reports', as: 'seller' },
  settings('settings'),
  settings('profile'),
  settings('security'),
  settings('alerts'),
  { name: 'post', path: '/post', as: 'seller' },
  { name: 'post-menu', path: '/post', as: 'seller', action: press('More ways') },
  { name: 'post-import', path: '/post?import', as: 'seller' },
  { name: 'messages', path: '/messages', as: 'seller' },
  thread('meet', 'c001'),
  thread('proposed', 'c088'),
  thread('shipped', 'c087'),
  thread('done', 'c084'),
  thread('reviewed', 'c085'),
  thread('offer', 'c089'),
  thread('declined', 'c090'),
  thread('cancelled', 'c091'),
  thread('blocked', 'c035'),
  thread('away', 'c094'),
  admin('queue'),
  admin('inbox'),
  admin('people'),
  admin('ads'),
  admin('figures'),
  admin('branding'),
  admin('categories'),
  admin('prohibited'),
  admin('rules'),
  admin('limits'),
  admin('webhooks'),
  admin('audit'),
]
