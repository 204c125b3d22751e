import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { Page, Route } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { issuesIn, issuesOf } from './axe.ts'
import { aPerson, type Person, signIn } from './browser.ts'
import { phonePhoto } from './phone-photo.ts'
import { atRest, DEMO_SELLER } from './site.ts'
import { privateFolder, type SoukProcess, setRole, startSouk } from './souk-process.ts'

/**
 * Pages in the states that they pass through or end in, under axe in light and dark: while something is on its way, when
 * it does not come, when there is nothing, when somebody may not, and with whatever opens over them. places.test.ts has
 * the pages themselves.
 */
const DATA = /\/rest\/v1\//
const ADMINISTRATOR = 'joao-p@example.com'

interface State {
  readonly name: string
  readonly path: string
  /** Brings the state about on the page that is open, and waits until it is there. */
  readonly show: (page: Page) => Promise<unknown>
  readonly phone?: boolean
}

let folder: Awaited<ReturnType<typeof privateFolder>>
let souk: SoukProcess
/** Addresses of what is at the market. */
let ad = ''
let stall = ''
let freeAd = ''

beforeAll(async () => {
  folder = await privateFolder('demo')
  souk = await startSouk(folder.path)
  const client = await clientOf()
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

test('what a visitor meets', async () => {
  const visitor = await somebody()
  await underAxe(visitor, [
    {
      name: 'filters',
      path: '/browse?q=lamp',
      phone: true,
      show: (page) => opens(page, page.getByRole('button', { name: /^Filters/ })),
    },
    {
      name: 'place',
      path: '/',
      phone: true,
      async show(page) {
        // The question of the first visit stands for the button.
        await page.getByRole('main').getByRole('button', { name: 'Close', exact: true }).click()
        await opens(page, page.getByRole('main').getByRole('button', { name: /^Location/ }))
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
        await opens(page, page.getByRole('button', { name: 'Why these results' }))
        await page.getByRole('dialog').getByRole('list').waitFor()
      },
    },
    {
      name: 'map',
      path: '/browse?view=map&place=Lisbon&radius=50',
      phone: true,
      // Pins where the browser draws maps, a sentence where it does not.
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
      show: (page) => opens(page, page.getByRole('button', { name: /^Message / })),
    },
    {
      name: 'large photos',
      path: ad,
      phone: true,
      show: (page) => opens(page, page.getByRole('button', { name: /^Enlarge photo/ })),
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

/** What a signed-in person's pages ask for, each by an address of its own. */
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
const addressOf = (place: string) => (place === 'ad' ? ad : place === 'stall' ? stall : place)

test('pages whose data is on its way, does not come, or is none, and a door that is closed', async () => {
  const newcomer = await aNewcomer()
  const { page } = newcomer
  // As an installed app opens pages: in the frame that it has kept. What the server draws has its data already.
  const frame = await (await fetch(`${souk.url}/contact`)).text()
  await page.route('**/*', (route) =>
    route.request().isNavigationRequest()
      ? route.fulfill({ contentType: 'text/html; charset=utf-8', body: frame })
      : route.fallback(),
  )
  const held: Route[] = []
  await page.route(DATA, (route) => void held.push(route))
  await underAxe(
    newcomer,
    ASKING.map((place) => ({
      name: `${place} on its way`,
      path: addressOf(place),
      show: () => expect.poll(() => held.length, { timeout: 20_000 }).toBeGreaterThan(0),
    })),
    {
      inTurn: true,
      async after() {
        await Promise.all(held.splice(0).map((route) => route.abort().catch(() => undefined)))
      },
    },
  )
  await page.unroute(DATA)

  await page.route(DATA, (route) => route.fulfill({ status: 500, json: { message: 'Out of order.' } }))
  await underAxe(
    newcomer,
    ASKING.filter((place) => place !== '/home').map((place) => ({
      name: `${place} out of order`,
      path: addressOf(place),
      show: (failed) =>
        failed
          .getByText(/That didn’t load|could not be loaded|Try again/)
          .first()
          .waitFor(),
    })),
    { inTurn: true },
  )
  await page.unrouteAll()

  await underAxe(
    newcomer,
    [
      ...ASKING.filter((place) => place.startsWith('/dashboard') || place === '/messages').map((path) => ({
        name: `${path} with nothing in it`,
        path,
        async show(empty: Page) {
          await atRest(empty)
          // Beside a list that says that there are no conversations.
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

test('what opens for somebody who buys and sells', async () => {
  const seller = await somebody()
  await signIn(seller.page, DEMO_SELLER.email, DEMO_SELLER.password)
  await seller.page.waitForURL('**/home')
  const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
  await underAxe(seller, [
    { name: 'account menu', path: '/home', show: (page) => opens(page, button(page, /^Account of/), 'menu') },
    { name: 'offer', path: ad, show: (page) => opens(page, button(page, 'Make an offer')) },
    { name: 'report', path: ad, phone: true, show: (page) => opens(page, button(page, 'Report this ad')) },
    {
      name: 'sharing an ad',
      path: ad,
      async show(page) {
        await button(page, 'Share this ad').filter({ visible: true }).first().click()
        await page.locator('[data-sonner-toast]').first().waitFor()
      },
    },
    { name: 'asking for what is free', path: freeAd, show: (page) => opens(page, button(page, 'Request it')) },
    {
      name: 'saving a search',
      path: '/browse?q=marimba',
      phone: true,
      show: (page) => opens(page, button(page, 'Tell me when there’s one')),
    },
    { name: 'category of a new ad', path: '/post', show: (page) => opens(page, button(page, /^Choose/)) },
    {
      name: 'a photo of a new ad',
      path: '/post',
      phone: true,
      async show(page) {
        const photo = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: await phonePhoto(1) }
        await page.locator('input[type=file]').first().setInputFiles(photo)
        await opens(page, button(page, 'Photo 1 of 1, cover'))
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
    { name: 'import of a list', path: '/post?import', show: atRest },
    {
      name: 'menu of an ad',
      path: '/dashboard?tab=listings',
      show: (page) => opens(page, button(page, /^Actions for/), 'menu'),
    },
    {
      name: 'selling or deleting an ad',
      path: '/dashboard?tab=listings',
      async show(page) {
        await opens(page, button(page, /^Actions for/), 'menu')
        await opens(page, page.getByRole('menuitem', { name: /^(Mark as sold|Delete)$/ }))
      },
    },
    {
      name: 'menu of a conversation',
      path: '/messages',
      async show(page) {
        await page.locator('a[href^="/messages?c="]').first().click()
        await page.getByRole('log').waitFor()
        await opens(page, page.getByRole('main').getByRole('button', { name: 'More', exact: true }), 'menu')
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
      show: (page) => opens(page, button(page, 'Set up an authenticator app')),
    },
    {
      name: 'leaving',
      path: '/dashboard?tab=settings',
      phone: true,
      show: (page) => opens(page, button(page, 'Delete my account')),
    },
  ])
})

test('what opens for an administrator', async () => {
  setRole(folder.path, souk.url, ADMINISTRATOR, 'admin')
  const administrator = await somebody()
  await signIn(administrator.page, ADMINISTRATOR, DEMO_SELLER.password)
  await administrator.page.waitForURL('**/home')
  await underAxe(administrator, [
    {
      name: 'a new category',
      path: '/admin/categories',
      show: (page) => opens(page, page.getByRole('button', { name: 'Add a main category' })),
    },
    {
      name: 'a rule of the guard',
      path: '/admin/rules',
      show: (page) => opens(page, page.getByRole('button', { name: 'Add a rule' })),
    },
  ])
})

interface Care {
  /** Every state in one theme only, the next one in the other: for states that are made of the same pieces. */
  readonly inTurn?: boolean
  /** What is tidied up after each. */
  readonly after?: () => Promise<void>
}

/** Goes through the states one after another. */
async function underAxe(
  { page, context }: Person,
  states: readonly State[],
  { inTurn = false, after = async () => {} }: Care = {},
): Promise<void> {
  const issues: string[] = []
  // What shimmers while it waits costs as much as all the rest.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const [index, { name, path, show, phone }] of states.entries()) {
    await page.setViewportSize(phone ? { width: 390, height: 844 } : { width: 1440, height: 1000 })
    await page.goto(path)
    await page.getByRole('main').first().waitFor()
    await show(page).catch((cause) => {
      throw new Error(`${name} is not to be had at ${path}`, { cause })
    })
    const measure = () => (inTurn ? issuesIn(page, index % 2 === 0 ? 'light' : 'dark', name) : issuesOf(page, name))
    const first = await measure()
    // What only fades in or out is looked at again once it has.
    if (first.length > 0) await page.waitForTimeout(1500)
    issues.push(...(first.length > 0 ? await measure() : first))
    await context.setOffline(false)
    await after()
  }
  expect(issues).toEqual([])
}

/** Presses what opens something over the page. */
async function opens(
  page: Page,
  opener: ReturnType<Page['getByRole']>,
  role: 'dialog' | 'menu' = 'dialog',
): Promise<void> {
  await opener.filter({ visible: true }).first().click()
  await page.getByRole(role).first().waitFor()
}

async function somebody(): Promise<Person> {
  const person = await aPerson(souk.url)
  onTestFinished(person.leave)
  return person
}

/** Somebody who has an account and nothing else yet. */
async function aNewcomer(): Promise<Person> {
  const account = { email: `nina-${Date.now()}@example.com`, password: 'quiet-lantern-42' }
  const client = await clientOf()
  const { error } = await client.auth.signUp({
    ...account,
    options: { data: { first_name: 'Nina', last_name: 'Nova' } },
  })
  if (error) throw error
  const person = await somebody()
  await signIn(person.page, account.email, account.password)
  await person.page.waitForURL('**/home')
  return person
}

async function clientOf(): Promise<SupabaseClient> {
  const page = await (await fetch(souk.url)).text()
  const key = /"publishableKey":"([^"]+)"/.exec(page)?.[1] ?? ''
  return createClient(souk.url, key, { auth: { persistSession: false, autoRefreshToken: false } })
}
