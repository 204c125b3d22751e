import { randomUUID } from 'node:crypto'
import { createClient, type SupabaseClient } from '@supabase/supabase-js'
import type { Keyring } from 'souk-backend'
import { loadConfig } from 'souk-backend'
import { aNetwork, type Network, openKeyring } from 'souk-backend/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aPerson, type Person, signIn } from './browser.ts'
import { privateFolder, type SoukProcess, startSouk } from './souk-process.ts'

/**
 * Two people in conversation while everything between them fails (the database: backend/acceptance/realtime/reconnect), one thing after another: afterwards both see what
 * the table holds, each message once. Each has a network of their own.
 */
const PASSWORD = 'quiet-lantern-42'
interface Somebody extends Person {
  readonly network: Network
  readonly id: string
  /** The unmodified client in the same person's hands, past the failing network. */
  readonly client: SupabaseClient
}

let folder: Awaited<ReturnType<typeof privateFolder>>
let souk: SoukProcess
let anna: Somebody
let ben: Somebody
let conversation = ''
let operator: SupabaseClient
let keyring: Keyring

beforeAll(async () => {
  folder = await privateFolder('migrations')
  souk = await start()
  keyring = await openKeyring(loadConfig({ DATA_DIR: folder.path }))
  const { apiKeys } = keyring
  operator = createClient(souk.url, apiKeys.secretKey, { auth: { persistSession: false } })
  ;[anna, ben] = await Promise.all([somebody('Anna', apiKeys.publishableKey), somebody('Ben', apiKeys.publishableKey)])
  conversation = await twoInTalk()
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

/** A second try must not find the network as the first one left it. */
const tries = new Map<string, number>()
beforeEach(async ({ task }) => {
  const count = (tries.get(task.id) ?? 0) + 1
  tries.set(task.id, count)
  if (count > 1) await putBack()
})

test('each sees that the other is online, and when not', async () => {
  await anna.page.getByText(/^Online/).waitFor()
  await ben.page.getByText(/^Online/).waitFor()
  await anna.page.getByRole('link', { name: /^Ben.*online/ }).waitFor()

  await ben.page.goto('about:blank')
  await anna.page.getByText(/^Online/).waitFor({ state: 'detached' })
  await ben.page.goBack()
  await anna.page.getByText(/^Online/).waitFor()
})

test('offline in mid conversation: what one wrote leaves, what came meanwhile is there, once and in order', async () => {
  const before = (await table()).length
  await goOffline(anna)
  await write(anna, 'Written without a network')
  await anna.page.getByText('Sends when you’re back online').waitFor()
  await write(ben, 'Are you there?')
  // More than a page of them, all of one moment.
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

  await bothSeeTheTable(before + 72)
  await nothingIsUnread(anna)
})

test('away and offline: the badge counts what came meanwhile, and goes when it is read', async () => {
  const before = (await table()).length
  await anna.page.goto('/help')
  await anna.page.getByRole('heading', { level: 1 }).waitFor()
  await goOffline(anna)
  await write(ben, 'One')
  await write(ben, 'Two')
  await goOnline(anna)
  await anna.page.getByRole('link', { name: 'Messages, 2 unread' }).first().waitFor()

  await anna.page.goto(`/messages?c=${conversation}`)
  await bothSeeTheTable(before + 2)
  await nothingIsUnread(anna)
  await ben.page.getByText(/^Read/).waitFor()
})

test('a connection that breaks', async () => {
  const before = (await table()).length
  for (const { network } of [anna, ben]) network.cut()
  await write(ben, 'During the break')
  await write(anna, 'Heard')

  await bothSeeTheTable(before + 2)
})

test('a laptop that slept wakes with a connection that only looks open', async () => {
  const before = (await table()).length
  ben.network.freeze()
  await write(anna, 'Asleep?')
  ben.network.restore()
  // The client would find out at its second heartbeat, after 25 to 50 s; the page asks as soon as it is back.
  await ben.page.evaluate("window.dispatchEvent(new Event('online'))")

  await bothSeeTheTable(before + 1)
})

test('a server that is started again', async () => {
  const before = (await table()).length
  const { port } = new URL(souk.url)
  await souk.end()
  await write(ben, 'Written while there is no server')
  souk = await start(port)

  await bothSeeTheTable(before + 1)
  await nothingIsUnread(anna)
})

test('a new token while connected keeps the channels; one that ran out ends them until there is a new one', async () => {
  const known = (await table()).length
  const before = await sessionOf(anna)
  await keepSession(anna, { ...before, expires_at: nowSeconds() + 30 })
  await write(anna, 'This call gets a new token first')
  await expect.poll(async () => (await sessionOf(anna)).access_token).not.toBe(before.access_token)
  await write(ben, 'Under the new token')
  await bothSeeTheTable(known + 2)
  expect(await anna.page.getByText('Reconnecting').count()).toBe(0)

  // A page that does not know that its token runs out.
  const session = await sessionOf(anna)
  const claims = JSON.parse(Buffer.from(session.access_token.split('.')[1] ?? '', 'base64url').toString())
  const short = await keyring.sign({ ...claims, exp: nowSeconds() + 3 })
  await keepSession(anna, { ...session, access_token: short })
  await anna.page.reload()
  await anna.page.getByText('Reconnecting').waitFor()
  await write(ben, 'Missed')
  await keepSession(anna, { ...session, access_token: short, expires_at: nowSeconds() })

  await bothSeeTheTable(known + 3)
  await nothingIsUnread(anna)
})

test('neither page complained of anything but the network', () => {
  const faults = [...anna.complaints, ...ben.complaints].filter((text) => !/WebSocket|ERR_|Failed to fetch/.test(text))
  expect(faults).toEqual([])
})

const start = (port?: string) => startSouk(folder.path, { DEMO: '0', ...(port ? { PORT: port } : {}) })
const nowSeconds = () => Math.floor(Date.now() / 1000)

async function somebody(name: string, publishableKey: string): Promise<Somebody> {
  const network = await aNetwork(souk.url)
  const client = createClient(souk.url, publishableKey, { auth: { persistSession: false, autoRefreshToken: false } })
  const email = `${name.toLowerCase()}@example.com`
  const { data, error } = await client.auth.signUp({
    email,
    password: PASSWORD,
    options: { data: { first_name: name, last_name: 'Banca' } },
  })
  if (error) throw error
  const person = await aPerson(network.url)
  await signIn(person.page, email, PASSWORD)
  await person.page.waitForURL('**/home')
  return { ...person, network, client, id: data.user?.id ?? '' }
}

/** Ben asks about an ad of Anna. @returns the conversation's id */
async function twoInTalk(): Promise<string> {
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

/** Says something in the open thread, as people do. */
async function write(person: Somebody, body: string): Promise<void> {
  await person.page.getByRole('textbox', { name: /^Message/ }).fill(body)
  await person.page.keyboard.press('Enter')
}

async function goOffline(person: Somebody): Promise<void> {
  // What the browser is told, and what is so: its own switch leaves open sockets alone.
  person.network.freeze()
  await person.context.setOffline(true)
}

async function goOnline(person: Somebody): Promise<void> {
  // Whatever was between them has forgotten the connections of before.
  person.network.cut()
  person.network.restore()
  await person.context.setOffline(false)
}

/** Both pages show exactly the messages of the table in its order: all, or the newest from a page of 50 on. */
async function bothSeeTheTable(count: number): Promise<void> {
  const patience = { timeout: 40_000, interval: 100 }
  await expect.poll(async () => (await table()).length, patience).toBe(count)
  const rows = await table()
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

/** Everything and everybody where a test begins. */
async function putBack(): Promise<void> {
  if (souk.child.exitCode !== null) souk = await start(new URL(souk.url).port)
  for (const person of [anna, ben]) {
    await goOnline(person)
    await person.page.goto(`/messages?c=${conversation}`)
  }
  await bothSeeTheTable((await table()).length)
}

async function table(): Promise<string[]> {
  const { data } = await operator
    .from('messages')
    .select('body')
    .eq('conversation_id', conversation)
    .order('created_at')
    .order('id')
  return data?.map(({ body }) => String(body)) ?? []
}

/** Neither in the page's badge nor in the table. */
async function nothingIsUnread({ page, client }: Somebody): Promise<void> {
  await page.getByRole('link', { name: 'Messages', exact: true }).first().waitFor()
  await expect.poll(async () => (await client.rpc('unread_total')).data, { timeout: 20_000 }).toBe(0)
}

interface Session {
  access_token: string
  expires_at: number
}
const STORED = "Object.keys(localStorage).find((key) => key.endsWith('-auth-token'))"

async function sessionOf({ page }: Somebody): Promise<Session> {
  return JSON.parse(await page.evaluate(`localStorage.getItem(${STORED})`))
}

async function keepSession({ page }: Somebody, session: Session): Promise<void> {
  await page.evaluate(`localStorage.setItem(${STORED}, ${JSON.stringify(JSON.stringify(session))})`)
}
