import { randomUUID } from 'node:crypto'
import { createClient } from '@supabase/supabase-js'
import { strFromU8, unzipSync } from 'fflate'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../contract/database.types.ts'
import { newBrowserUser, signIn } from './browser.ts'
import { publishAd } from './publish.ts'
import { privateFolder, type SoukProcess, startSouk } from './souk-process.ts'

/** The data export, through the same function as the page's button, and its import in a browser. */
let folder: Awaited<ReturnType<typeof privateFolder>>
let souk: SoukProcess

beforeAll(async () => {
  folder = await privateFolder('migrations')
  souk = await startSouk(folder.path, { DEMO: '0' })
})
afterAll(async () => {
  await souk?.end()
  await folder?.remove()
})

const PASSWORD = 'a lantern in the lane'

async function newUser(firstName: string) {
  const page = await (await fetch(souk.url)).text()
  const key = /"publishableKey":"([^"]+)"/.exec(page)?.[1] ?? ''
  const client = createClient<Database>(souk.url, key, { auth: { persistSession: false } })
  const email = `${firstName.toLowerCase()}-${randomUUID()}@example.com`
  const { data, error } = await client.auth.signUp({
    email,
    password: PASSWORD,
    options: { data: { first_name: firstName, last_name: 'Silva' } },
  })
  if (error || !data.session) throw error ?? new Error('no session')
  const authorization = `Bearer ${data.session.access_token}`
  const takeCopy = () =>
    fetch(`${souk.url}/functions/v1/export-my-data`, { method: 'POST', headers: { apikey: key, authorization } })
  return { client, id: data.session.user.id, email, key, takeCopy }
}
type User = Awaited<ReturnType<typeof newUser>>

function unwrap<T>({ data, error }: { data: T; error: { message: string } | null }): NonNullable<T> {
  if (error || data === null || data === undefined) throw new Error(error?.message ?? 'nothing came')
  return data
}

async function postAd({ client, id }: User, title: string) {
  // Noise, because two ads with the same photo would go to review; low contrast, so that the photo is not taken for a ticket that is full of text.
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
  const photo = await sharp({ create: { width: 700, height: 600, channels: 3, background: '#336655', noise } })
    .blur(6)
    .jpeg()
    .toBuffer()
  const path = `${id}/${randomUUID()}.jpg`
  unwrap(await client.storage.from('listing-photos').upload(path, photo, { contentType: 'image/jpeg' }))
  const ad = unwrap(
    await client
      .from('listings')
      .insert({
        title,
        description: 'Stood in the hall for two years, works as it should.',
        category: 'armchairs',
        price_minor: 12_000,
        condition: 'good',
        area: 'Baixa',
        city: 'Porto',
      })
      .select('id')
      .single(),
  )
  unwrap(await client.from('listing_photos').insert({ listing_id: ad.id, path, alt: title }).select('id').single())
  await publishAd(client, ad.id)
  return { id: ad.id, path }
}

/** A support ticket, sent the way /contact sends it. */
async function sendTicket({ client }: User, body: string): Promise<void> {
  const form = new FormData()
  form.set('ticket', JSON.stringify({ clientId: randomUUID(), topic: 'other', body }))
  unwrap(await client.functions.invoke('contact', { body: form }))
}

test('an export contains the user’s profile, ads, messages, offers, favorites and photos, and nobody else’s', async () => {
  const [anna, ben, carla] = [await newUser('Anna'), await newUser('Ben'), await newUser('Carla')]
  const chair = await postAd(anna, 'Reading chair with a green cover')
  const other = await postAd(carla, 'Carla’s rocking chair, black')
  const asks = (who: User, listing_id: string, body: string) =>
    who.client.rpc('start_conversation', { listing_id, body, client_id: randomUUID() })
  unwrap(await asks(ben, chair.id, '=Is the chair, by chance, still there?'))
  unwrap(await asks(ben, other.id, 'Does the rocking chair still rock?'))
  unwrap(await ben.client.rpc('make_offer', { listing_id: chair.id, amount_minor: 11_000, client_id: randomUUID() }))
  unwrap(await anna.client.from('favorites').insert({ listing_id: other.id }).select().single())
  unwrap(await ben.client.from('favorites').insert({ listing_id: chair.id }).select().single())
  await sendTicket(anna, 'My own ticket about the reading chair.')
  await sendTicket(ben, 'The ticket of somebody else about it.')

  const answer = await anna.takeCopy()
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip'])
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="my-data-[\d-]+\.zip"$/)
  const files = unzipSync(new Uint8Array(await answer.arrayBuffer()))
  const text = (name: string) => strFromU8(files[name] ?? new Uint8Array())
  const rows = (name: string) => JSON.parse(text(`data/${name}.json`)) as Record<string, unknown>[]

  expect(rows('profile')).toMatchObject([{ id: anna.id, first_name: 'Anna', last_name: 'Silva' }])
  expect(rows('ads')).toMatchObject([{ id: chair.id, title: 'Reading chair with a green cover', state: 'active' }])
  const said = rows('messages')
  expect(said.map(({ body }) => body)).toContain('=Is the chair, by chance, still there?')
  expect(said.map(({ body }) => body)).not.toContain('Does the rocking chair still rock?')
  expect(Object.keys(said[0] ?? {})).not.toContain('conversations')
  expect(rows('offers')).toMatchObject([{ listing_id: chair.id, from_id: ben.id, amount_minor: 11_000 }])
  expect(rows('favorites')).toMatchObject([{ user_id: anna.id, listing_id: other.id }])
  // A spreadsheet formula in a message stays text, and commas do not split the row.
  expect(text('data/messages.csv')).toContain(`"'=Is the chair, by chance, still there?"`)
  expect(text('data/ads.csv').trim().split('\r\n')).toHaveLength(2)
  expect(rows('deals')).toEqual([])
  expect(rows('account-activity').map(({ kind }) => kind)).toEqual(['signed_in', 'account_made'])
  expect(rows('tickets')).toMatchObject([
    { topic: 'other', said: [{ body: 'My own ticket about the reading chair.' }] },
  ])

  // The HTML view shows the ad with its photo from the archive.
  expect(text('index.html')).toContain('Reading chair with a green cover')
  expect(text('index.html')).toContain(`src="photos/listing-photos/${chair.path}"`)
  expect(text('index.html')).not.toContain('<script')

  const photos = Object.keys(files).filter((name) => name.startsWith('photos/'))
  expect(photos).toEqual([`photos/listing-photos/${chair.path}`])
  expect([...(files[photos[0] ?? '']?.subarray(0, 2) ?? [])]).toEqual([0xff, 0xd8]) // a JPEG
  const whole = Object.values(files)
    .map((bytes) => strFromU8(bytes, true))
    .join('')
  for (const secret of [carla.email, ben.email, 'encrypted_password']) expect(whole).not.toContain(secret)
})

const DRAFT = 'title, price_minor, condition, city, listing_photos (path, alt, width, height, position)'

test('the import page turns each exported ad into a draft with its photo, and never twice', async () => {
  const emma = await newUser('Emma')
  const ad = await postAd(emma, 'Walnut armchair <b>& stool</b>')
  const copy = { name: 'my-data.zip', mimeType: 'application/zip' }
  const buffer = Buffer.from(await (await emma.takeCopy()).arrayBuffer())
  const browser = await newBrowserUser(souk.url)
  try {
    const { page } = browser
    await signIn(page, emma.email, PASSWORD)
    await page.waitForURL('**/home')
    const imports = async () => {
      await page.goto('/post?import')
      await page.locator('input[type=file]').setInputFiles({ ...copy, buffer })
      await page.getByText('my-data.zip: the row is ready to import.').waitFor()
      await page.getByRole('button', { name: 'Import 1 row' }).click()
    }
    await imports()
    await page.getByText('1 ad created. They’re saved as drafts').waitFor()
    await imports()
    await page.getByText('Already imported', { exact: true }).waitFor()
    const drafts = unwrap(await emma.client.from('listings').select(DRAFT).eq('state', 'draft'))
    expect(drafts).toMatchObject([
      { title: 'Walnut armchair <b>& stool</b>', price_minor: 12_000, condition: 'good', city: 'Porto' },
    ])
    expect(drafts[0]?.listing_photos).toMatchObject([
      { alt: 'Walnut armchair <b>& stool</b>', width: 700, height: 600, position: 0 },
    ])
    expect(drafts[0]?.listing_photos[0]?.path).not.toBe(ad.path)
    await page.goto('/post?import')
    const other = { name: 'other.zip', mimeType: 'application/zip', buffer: buffer.subarray(0, 500) }
    await page.locator('input[type=file]').setInputFiles(other)
    await page.getByRole('alert').getByText('isn’t a valid copy of your data').waitFor()
  } finally {
    await browser.leave()
  }
})

test('a user gets three exports a day, a visitor none', async () => {
  const dora = await newUser('Dora')
  for (let copy = 1; copy <= 3; copy += 1) {
    const given = await dora.takeCopy()
    expect(given.status).toBe(200)
    await given.arrayBuffer()
  }
  const refused = await dora.takeCopy()
  expect(refused.status).toBe(429)
  expect(await refused.json()).toMatchObject({
    code: 'SK002',
    message: 'You can download your data 3 times a day. Try again in 24 h.',
  })
  const visitor = await fetch(`${souk.url}/functions/v1/export-my-data`, {
    method: 'POST',
    headers: { apikey: dora.key },
  })
  expect(visitor.status).toBe(401)
})
