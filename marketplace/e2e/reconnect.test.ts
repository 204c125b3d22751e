import { randomUUID } from 'node:crypto'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { Keyring } from 'souk-backend'
import { loadConfig } from 'souk-backend'
import { aNetwork, type Network, openKeyring } from 'souk-backend/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type BrowserUser, newBrowserUser, signIn } from './browser.ts'
import { privateFolder, type SoukProcess, startSouk } from './souk-process.ts'

/**
 * Two users chat while the network, the server and tokens fail one after another: afterwards both see the messages of the table, each once
 * (backend/acceptance/realtime/reconnect covers database failures). Each user has a separate network.
 */
const PASSWORD = 'quiet-lantern-42'
interface User extends BrowserUser {
  readonly network: Network
  readonly id: string
  /** The official client signed in as the same user, outside the failing network. */
  readonly client: SupabaseClient
}

let folder: Awaited<ReturnType<typeof privateFolder>>
let souk: SoukProcess
let anna: User
let ben: User
let conversation = ''
let operator: SupabaseClient
let keyring: Keyring

beforeAll(async () => {
  folder = await privateFolder('migrations')
  souk = await start()
  keyring = await openKeyring(loadConfig({ DATA_DIR: folder.path }))
  const { apiKeys } = keyring
  operator = createClient(souk.url, apiKeys.secretKey, { auth: { persistSession: false } })
  ;[anna, ben] = await Promise.all([newUser('Anna', apiKeys.publishableKey), newUser('Ben', apiKeys.publishableKey)])
  conversation = await startConversation()
  for (const person of [anna, ben]) {
    await person.page.goto(`/messages?c=${conversation}`)
    await person.page.getByText('Is it still there?').first().waitFor()
  }
})
afterAll(async () => {
  await Promise.all([anna?.leave(), ben?.leave()])
  await Promise.all([anna?.network.close(), ben?.network.close()])
  await souk?.end()
  await folder?.remove()
})

/** Every attempt needs an intact network. */
const tries = new Map<string, number>()
beforeEach(async ({ task }) => {
  const count = (tries.get(task.id) ?? 0) + 1
  tries.set(task.id, count)
  if (count > 1) await resetState()
})

test("each user sees the other's online status change", async () => {
  await anna.page.getByText(/^Online/).waitFor()
  await ben.page.getByText(/^Online/).waitFor()
  await anna.page.getByRole('link', { name: /^Ben.*online/ }).waitFor()

  await ben.page.goto('about:blank')
  await anna.page.getByText(/^Online/).waitFor({ state: 'detached' })
  await ben.page.goBack()
  await anna.page.getByText(/^Online/).waitFor()
})

test('going offline in mid conversation queues sent messages and fetches missed ones, once and in order', async () => {
  const before = (await readTable()).length
  await goOffline(anna)
  await sendMessage(anna, 'Written without a network')
  await anna.page.getByText('Sends when you’re back online').waitFor()
  await sendMessage(ben, 'Are you there?')
  // More than a page of them, all with the same timestamp.
  const { error } = await operator.from('messages').insert(
    Array.from({ length: 70 }, (_, n) => ({
      conversation_id: conversation,
      sender_id: ben.id,
      body: `Line ${n}`,
      client_id: randomUUID(),
    })),
  )
  expect(error).toBeNull()
  await goOnline(anna)

  await expectBothSeeTable(before + 72)
  await expectNothingUnread(anna)
})

test('the badge counts messages received while the user was offline and disappears after reading', async () => {
  const before = (await readTable()).length
  await anna.page.goto('/help')
  await anna.page.getByRole('heading', { level: 1 }).waitFor()
  await goOffline(anna)
  await sendMessage(ben, 'One')
  await sendMessage(ben, 'Two')
  await goOnline(anna)
  await anna.page.getByRole('link', { name: 'Messages, 2 unread' }).first().waitFor()

  await anna.page.goto(`/messages?c=${conversation}`)
  await expectBothSeeTable(before + 2)
  await expectNothingUnread(anna)
  await ben.page.getByText(/^Read/).waitFor()
})

test('a broken connection', async () => {
  const before = (await readTable()).length
  for (const { network } of [anna, ben]) network.cut()
  await sendMessage(ben, 'During the break')
  await sendMessage(anna, 'Heard')

  await expectBothSeeTable(before + 2)
})

test('a laptop that wakes from sleep detects a dead connection', async () => {
  const before = (await readTable()).length
  ben.network.freeze()
  await sendMessage(anna, 'Asleep?')
  ben.network.restore()
  // The client would notice at its second heartbeat, after 25 to 50 s; the page checks when it becomes visible.
  await ben.page.evaluate("window.dispatchEvent(new Event('online'))")

  await expectBothSeeTable(before + 1)
})

test('a server restart', async () => {
  const before = (await readTable()).length
  const { port } = new URL(souk.url)
  await souk.end()
  await sendMessage(ben, 'Written while there is no server')
  souk = await start(port)

  await expectBothSeeTable(before + 1)
  await expectNothingUnread(anna)
})

test('a refreshed token keeps the channels; an expired one closes them until there is a new one', async () => {
  const known = (await readTable()).length
  const before = await readSession(anna)
  await storeSession(anna, { ...before, expires_at: nowSeconds() + 30 })
  await sendMessage(anna, 'This call gets a new token first')
  await expect.poll(async () => (await readSession(anna)).access_token).not.toBe(before.access_token)
  await sendMessage(ben, 'Under the new token')
  await expectBothSeeTable(known + 2)
  expect(await anna.page.getByText('Reconnecting').count()).toBe(0)

  // A page that does not know that its token expires.
  const session = await readSession(anna)
  const claims = JSON.parse(Buffer.from(session.access_token.split('.')[1] ?? '', 'base64url').toString())
  const short = await keyring.sign({ ...claims, exp: nowSeconds() + 3 })
  await storeSession(anna, { ...session, access_token: short })
  await anna.page.reload()
  await anna.page.getByText('Reconnecting').waitFor()
  await sendMessage(ben, 'Missed')
  await storeSession(anna, { ...session, access_token: short, expires_at: nowSeconds() })

  await expectBothSeeTable(known + 3)
  await expectNothingUnread(anna)
})

test('neither page logged errors except network failures', () => {
  const faults = [...anna.complaints, ...ben.complaints].filter((text) => !/WebSocket|ERR_|Failed to fetch/.test(text))
  expect(faults).toEqual([])
})

const start = (port?: string) => startSouk(folder.path, { DEMO: '0', ...(port ? { PORT: port } : {}) })
const nowSeconds = () => Math.floor(Date.now() / 1000)

async function newUser(name: string, publishableKey: string): Promise<User> {
  const network = await aNetwork(souk.url)
  const client = createClient(souk.url, publishableKey, { auth: { persistSession: false, autoRefreshToken: false } })
  const email = `${name.toLowerCase()}@example.com`
  const { data, error } = await client.auth.signUp({
    email,
    password: PASSWORD,
    options: { data: { first_name: name, last_name: 'Banca' } },
  })
  if (error) throw error
  const person = await newBrowserUser(network.url)
  await signIn(person.page, email, PASSWORD)
  await person.page.waitForURL('**/home')
  return { ...person, network, client, id: data.user?.id ?? '' }
}

/** Ben asks about Anna's ad. @returns the conversation's id */
async function startConversation(): Promise<string> {
  const ad = await anna.client
    .from('listings')
    .insert({
      title: 'Wanted: a desk for two people',
      description: 'Looking for one in working order, to be picked up in the evening or on a Saturday.',
      category: 'desks',
      type: 'wanted',
      price_minor: 5000,
      city: 'Lisbon',
      area: 'Estrela',
      lat: 38.712,
      lng: -9.159,
    })
    .select('id')
    .single<{ id: string }>()
  if (ad.error) throw ad.error
  const published = await anna.client.rpc('publish_listing', { listing_id: ad.data.id })
  if (published.error) throw published.error
  const talk = await ben.client
    .rpc('start_conversation', { listing_id: ad.data.id, body: 'Is it still there?', client_id: randomUUID() })
    .single<{ id: string }>()
  if (talk.error) throw talk.error
  return talk.data.id
}

/** Sends a message in the open thread through the UI. */
async function sendMessage(person: User, body: string): Promise<void> {
  await person.page.getByRole('textbox', { name: /^Message/ }).fill(body)
  await person.page.keyboard.press('Enter')
}

async function goOffline(person: User): Promise<void> {
  // Cuts both the browser's network and the open sockets, which the browser's offline mode leaves open.
  person.network.freeze()
  await person.context.setOffline(true)
}

async function goOnline(person: User): Promise<void> {
  // The proxy drops the old connections.
  person.network.cut()
  person.network.restore()
  await person.context.setOffline(false)
}

/** Asserts that both pages show exactly the messages of the table in order: all, or the newest from a page of 50 on. */
async function expectBothSeeTable(count: number): Promise<void> {
  const patience = { timeout: 40_000, interval: 100 }
  await expect.poll(async () => (await readTable()).length, patience).toBe(count)
  const rows = await readTable()
  for (const { page } of [anna, ben]) {
    const difference = async () => {
      const shown = await page
        .locator('[role=log] .rounded-panel')
        .evaluateAll((bubbles) => bubbles.map((bubble) => bubble.lastChild?.textContent ?? ''))
      const isTable = shown.length >= Math.min(50, count) && shown.join('\n') === rows.slice(-shown.length).join('\n')
      return isTable ? 'none' : shown
    }
    await expect.poll(difference, patience).toBe('none')
  }
}

/** Resets pages and network to the state at the start of a test. */
async function resetState(): Promise<void> {
  if (souk.child.exitCode !== null) souk = await start(new URL(souk.url).port)
  for (const person of [anna, ben]) {
    await goOnline(person)
    await person.page.goto(`/messages?c=${conversation}`)
  }
  await expectBothSeeTable((await readTable()).length)
}

async function readTable(): Promise<string[]> {
  const { data } = await operator
    .from('messages')
    .select('body')
    .eq('conversation_id', conversation)
    .order('created_at')
    .order('id')
  return data?.map(({ body }) => String(body)) ?? []
}

/** Neither in the page's badge nor in the table. */
async function expectNothingUnread({ page, client }: User): Promise<void> {
  await page.getByRole('link', { name: 'Messages', exact: true }).first().waitFor()
  await expect.poll(async () => (await client.rpc('unread_total')).data, { timeout: 20_000 }).toBe(0)
}

interface Session {
  access_token: string
  expires_at: number
}
const STORED = "Object.keys(localStorage).find((key) => key.endsWith('-auth-token'))"

async function readSession({ page }: User): Promise<Session> {
  return JSON.parse(await page.evaluate(`localStorage.getItem(${STORED})`))
}

async function storeSession({ page }: User, session: Session): Promise<void> {
  await page.evaluate(`localStorage.setItem(${STORED}, ${JSON.stringify(JSON.stringify(session))})`)
}
