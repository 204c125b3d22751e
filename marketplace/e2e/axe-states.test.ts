import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { axeIssues, axeIssuesInTheme } from './axe.ts'
import { type BrowserUser, newBrowserUser, signIn } from './browser.ts'
import { interceptRequests } from './intercept.ts'
import { phonePhoto } from './phone-photo.ts'
import { DEMO_SELLER, waitUntilStable } from './site.ts'
import { privateFolder, type SoukProcess, setRole, startSouk } from './souk-process.ts'

/**
 * Checks page states with axe in light and dark: loading, failed, empty, forbidden, and with every kind of overlay open. places.test.ts checks the
 * pages themselves.
 */
const ADMINISTRATOR = 'joao-p@example.com'

interface State {
  readonly name: string
  readonly path: string
  /** Brings the open page into the state and waits for it. */
  readonly show: (page: Page) => Promise<unknown>
  readonly phone?: boolean
}

let folder: Awaited<ReturnType<typeof privateFolder>>
let souk: SoukProcess
/** URLs of things in the demo market. */
let ad = ''
let stall = ''
let freeAd = ''

beforeAll(async () => {
  folder = await privateFolder('demo')
  souk = await startSouk(folder.path)
  const client = await signedInClient()
  const find = async (kind: Record<string, string>) => {
    const { data, error } = await client.from('listings').select('id, seller_id').match(kind).limit(1).single()
    if (error) throw error
    return data as { id: string; seller_id: string }
  }
  const { data: ines } = await client.from('sellers').select('id').eq('display_name', 'Inês M.').single()
  const { data, error } = await client
    .from('listings')
    .select('id, seller_id')
    .match({ state: 'active', type: 'sell', price_type: 'negotiable' })
    .neq('seller_id', ines?.id)
    .limit(1)
    .single()
  if (error) throw error
  ad = `/listing/${data.id}`
  stall = `/seller/${data.seller_id}`
  freeAd = `/listing/${(await find({ state: 'active', price_type: 'free' })).id}`
})
afterAll(async () => {
  await souk?.end()
  await folder?.remove()
})

test('states that a visitor sees have no axe violations', async () => {
  const visitor = await newVisitor()
  await checkStates(visitor, [
    {
      name: 'filters',
      path: '/browse?q=lamp',
      phone: true,
      show: (page) => clickAndWait(page, page.getByRole('button', { name: /^Filters/ })),
    },
    {
      name: 'place',
      path: '/',
      phone: true,
      async show(page) {
        // The button's place is taken by the first-visit question.
        await page.getByRole('main').getByRole('button', { name: 'Close', exact: true }).click()
        await clickAndWait(page, page.getByRole('main').getByRole('button', { name: /^Location/ }))
      },
    },
    {
      name: 'order of the results',
      path: '/browse?q=lamp',
      phone: true,
      async show(page) {
        await page.getByRole('button', { name: /^Sort by/ }).click()
        await page.getByRole('navigation', { name: 'Sort by' }).waitFor()
      },
    },
    {
      name: 'language',
      path: '/terms',
      async show(page) {
        await page.getByRole('button', { name: /^Language/ }).click()
        await page.getByRole('navigation', { name: 'Language' }).waitFor()
      },
    },
    {
      name: 'why these results',
      path: '/browse?q=boots',
      phone: true,
      async show(page) {
        await clickAndWait(page, page.getByRole('button', { name: 'Why these results' }))
        await page.getByRole('dialog').getByRole('list').waitFor()
      },
    },
    {
      name: 'map',
      path: '/browse?view=map&place=Lisbon&radius=50',
      phone: true,
      // Pins if the browser renders maps, a sentence otherwise.
      show: (page) =>
        page
          .getByRole('region', { name: 'Map of the ads found' })
          .getByText(/can’t show maps/)
          .or(page.getByRole('button', { name: /ads\. Zoom in$|ads here$|^€/ }))
          .first()
          .waitFor(),
    },
    {
      name: 'message',
      path: ad,
      phone: true,
      show: (page) => clickAndWait(page, page.getByRole('button', { name: /^Message / })),
    },
    {
      name: 'large photos',
      path: ad,
      phone: true,
      show: (page) => clickAndWait(page, page.getByRole('button', { name: /^Enlarge photo/ })),
    },
    {
      name: 'suggestions of the search',
      path: '/',
      async show(page) {
        await page.getByRole('combobox', { name: 'Search ads' }).first().fill('sof')
        await page.getByRole('option').first().waitFor()
      },
    },
    {
      name: 'assistant with an answer',
      path: '/help',
      async show(page) {
        await page.getByRole('button', { name: 'Need Help?' }).last().click()
        await page.getByRole('button', { name: 'Is my transaction safe?' }).click()
        await page.getByRole('link', { name: 'Read more in Help' }).waitFor()
      },
    },
    {
      name: 'assistant on a phone',
      path: '/terms',
      phone: true,
      async show(page) {
        await page.getByRole('button', { name: 'Need Help?' }).last().click()
        await page.getByRole('button', { name: 'Close the assistant' }).waitFor()
      },
    },
    {
      name: 'a notice of something that failed',
      path: '/auth',
      async show(page) {
        await page.getByLabel('Email').fill('nobody@example.com')
        await page.getByLabel('Password', { exact: true }).fill('no such account')
        await page.getByRole('button', { name: 'Sign in', exact: true }).click()
        await page.locator('[data-sonner-toast]').getByText('Sign In Error').waitFor()
      },
    },
    {
      name: 'fields that are wrong',
      path: '/auth?mode=sign-up',
      async show(page) {
        await page.locator('form').getByRole('button', { name: 'Create account' }).click()
        await page.locator('[aria-invalid=true]').first().waitFor()
      },
    },
    {
      name: 'a letter that lacks everything',
      path: '/contact',
      async show(page) {
        await page.getByRole('button', { name: 'Send' }).click()
        await page.getByRole('alert').first().waitFor()
      },
    },
    {
      name: 'a search that finds nothing',
      path: '/browse?q=zzzzqqq',
      phone: true,
      show: (page) =>
        page
          .getByText(/zzzzqqq/)
          .first()
          .waitFor(),
    },
    {
      name: 'help that finds nothing',
      path: '/help',
      async show(page) {
        await page.getByRole('searchbox', { name: 'Search help' }).fill('xyzzy plugh')
        await page.getByText('No results for “xyzzy plugh”').waitFor()
      },
    },
    {
      name: 'no connection',
      path: '/categories',
      async show(page) {
        await page.context().setOffline(true)
        await page.getByText('You’re offline').first().waitFor()
      },
    },
  ])
})

/** What the pages of a signed-in user request, each with its own URL. */
const ASKING = [
  '/home',
  '/browse?q=boots',
  'ad',
  'stall',
  '/dashboard',
  '/dashboard?tab=listings',
  '/dashboard?tab=saved',
  '/dashboard?tab=searches',
  '/dashboard?tab=notifications',
  '/dashboard?tab=offers',
  '/dashboard?tab=reports',
  '/messages',
]
const resolvePath = (place: string) => (place === 'ad' ? ad : place === 'stall' ? stall : place)

test('loading, failed, empty and forbidden pages have no axe violations', async () => {
  const newcomer = await newUser()
  const { page } = newcomer
  // Opened like an installed app, in the cached shell: server-rendered pages already have their data.
  const requests = await interceptRequests(page, await (await fetch(`${souk.url}/contact`)).text())
  await checkStates(
    newcomer,
    ASKING.map((place) => ({
      name: `${place} on its way`,
      path: resolvePath(place),
      show: () => expect.poll(requests.waiting, { timeout: 20_000 }).toBeGreaterThan(0),
    })),
    { inTurn: true, after: requests.abortWaiting },
  )

  requests.failData()
  await checkStates(
    newcomer,
    ASKING.filter((place) => place !== '/home').map((place) => ({
      name: `${place} out of order`,
      path: resolvePath(place),
      show: (failed) =>
        failed
          .getByText(/That didn’t load|could not be loaded|Try again/)
          .first()
          .waitFor(),
    })),
    { inTurn: true },
  )
  await requests.end()

  await checkStates(
    newcomer,
    [
      ...ASKING.filter((place) => place.startsWith('/dashboard') || place === '/messages').map((path) => ({
        name: `${path} with nothing in it`,
        path,
        async show(empty: Page) {
          await waitUntilStable(empty)
          // Next to a list that says there are no conversations.
          expect(await empty.getByText('Choose a conversation').count()).toBe(0)
        },
      })),
      {
        name: 'the closed door of the administration',
        path: '/admin',
        show: (closed) => closed.getByRole('heading', { name: 'You don’t have access to this page' }).waitFor(),
      },
    ],
    { inTurn: true },
  )
})

test('overlays that buyers and sellers open have no axe violations', async () => {
  const seller = await newVisitor()
  await signIn(seller.page, DEMO_SELLER.email, DEMO_SELLER.password)
  await seller.page.waitForURL('**/home')
  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
  await checkStates(seller, [
    { name: 'account menu', path: '/home', show: (page) => clickAndWait(page, button(page, /^Account of/), 'menu') },
    { name: 'offer', path: ad, show: (page) => clickAndWait(page, button(page, 'Make an offer')) },
    { name: 'report', path: ad, phone: true, show: (page) => clickAndWait(page, button(page, 'Report this ad')) },
    {
      name: 'sharing an ad',
      path: ad,
      async show(page) {
        await button(page, 'Share this ad').filter({ visible: true }).first().click()
        await page.locator('[data-sonner-toast]').first().waitFor()
      },
    },
    { name: 'asking for what is free', path: freeAd, show: (page) => clickAndWait(page, button(page, 'Request it')) },
    {
      name: 'saving a search',
      path: '/browse?q=marimba',
      phone: true,
      show: (page) => clickAndWait(page, button(page, 'Tell me when there’s one')),
    },
    { name: 'category of a new ad', path: '/post', show: (page) => clickAndWait(page, button(page, /^Choose/)) },
    {
      name: 'a photo of a new ad',
      path: '/post',
      phone: true,
      async show(page) {
        const photo = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await phonePhoto(1) }
        await page.locator('input[type=file]').first().setInputFiles(photo)
        await clickAndWait(page, button(page, 'Photo 1 of 1, cover'))
      },
    },
    {
      name: 'a new ad that lacks everything',
      path: '/post',
      async show(page) {
        await button(page, 'Publish').press('Enter')
        await page.getByRole('alert').first().waitFor()
      },
    },
    { name: 'import of a list', path: '/post?import', show: waitUntilStable },
    {
      name: 'menu of an ad',
      path: '/dashboard?tab=listings',
      show: (page) => clickAndWait(page, button(page, /^Actions for/), 'menu'),
    },
    {
      name: 'selling or deleting an ad',
      path: '/dashboard?tab=listings',
      async show(page) {
        await clickAndWait(page, button(page, /^Actions for/), 'menu')
        await clickAndWait(page, page.getByRole('menuitem', { name: /^(Mark as sold|Delete)$/ }))
      },
    },
    {
      name: 'menu of a conversation',
      path: '/messages',
      async show(page) {
        await page.locator('a[href^="/messages?c="]').first().click()
        await page.getByRole('log').waitFor()
        await clickAndWait(page, page.getByRole('main').getByRole('button', { name: 'More', exact: true }), 'menu')
      },
    },
    {
      name: 'facts of a trader',
      path: '/dashboard?tab=settings',
      async show(page) {
        await button(page, 'I sell as a business').click()
        await page.getByRole('region', { name: 'Selling as a business' }).getByRole('textbox').first().waitFor()
      },
    },
    {
      name: 'second step',
      path: '/dashboard?tab=security',
      show: (page) => clickAndWait(page, button(page, 'Set up an authenticator app')),
    },
    {
      name: 'leaving',
      path: '/dashboard?tab=settings',
      phone: true,
      show: (page) => clickAndWait(page, button(page, 'Delete my account')),
    },
  ])
})

test('overlays that an administrator opens have no axe violations', async () => {
  setRole(folder.path, souk.url, ADMINISTRATOR, 'admin')
  const administrator = await newVisitor()
  await signIn(administrator.page, ADMINISTRATOR, DEMO_SELLER.password)
  await administrator.page.waitForURL('**/home')
  await checkStates(administrator, [
    {
      name: 'a new category',
      path: '/admin/categories',
      show: (page) => clickAndWait(page, page.getByRole('button', { name: 'Add a main category' })),
    },
    {
      name: 'a rule of the guard',
      path: '/admin/rules',
      show: (page) => clickAndWait(page, page.getByRole('button', { name: 'Add a rule' })),
    },
  ])
})

interface Care {
  /** Checks each state in one theme only, alternating: for states built from the same components. */
  readonly inTurn?: boolean
  /** Cleanup after each state. */
  readonly after?: () => Promise<void>
}

/** Checks the states one after another. */
async function checkStates(
  { page, context }: BrowserUser,
  states: readonly State[],
  { inTurn = false, after = async () => {} }: Care = {},
): Promise<void> {
  const issues: string[] = []
  // Skeleton states take as long to check as everything else together.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const [index, { name, path, show, phone }] of states.entries()) {
    await page.setViewportSize(phone ? { width: 390, height: 844 } : { width: 1440, height: 1000 })
    await page.goto(path)
    await page.getByRole('main').first().waitFor()
    await show(page).catch((cause) => {
      throw new Error(`${name} is not to be had at ${path}`, { cause })
    })
    const measure = () =>
      inTurn ? axeIssuesInTheme(page, index % 2 === 0 ? 'light' : 'dark', name) : axeIssues(page, name)
    const first = await measure()
    // Elements that are still fading are checked again once they have finished.
    if (first.length > 0) await page.waitForTimeout(1500)
    issues.push(...(first.length > 0 ? await measure() : first))
    await context.setOffline(false)
    await after()
  }
  expect(issues).toEqual([])
}

/** Clicks the control that opens an overlay. */
async function clickAndWait(
  page: Page,
  opener: ReturnType<Page['getByRole']>,
  role: 'dialog' | 'menu' = 'dialog',
): Promise<void> {
  await opener.filter({ visible: true }).first().click()
  await page.getByRole(role).first().waitFor()
}

async function newVisitor(): Promise<BrowserUser> {
  const person = await newBrowserUser(souk.url)
  onTestFinished(person.leave)
  return person
}

/** A user with an account and no data yet. */
async function newUser(): Promise<BrowserUser> {
  const account = { email: `nina-${Date.now()}@example.com`, password: 'quiet-lantern-42' }
  const client = await signedInClient()
  const { error } = await client.auth.signUp({
    ...account,
    options: { data: { first_name: 'Nina', last_name: 'Nova' } },
  })
  if (error) throw error
  const person = await newVisitor()
  await signIn(person.page, account.email, account.password)
  await person.page.waitForURL('**/home')
  return person
}

async function signedInClient(): Promise<SupabaseClient> {
  const page = await (await fetch(souk.url)).text()
  const key = /"publishableKey":"([^"]+)"/.exec(page)?.[1] ?? ''
  return createClient(souk.url, key, { auth: { persistSession: false, autoRefreshToken: false } })
}
