import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FakeModels, fakeModels, said } from '../functions/_shared/fake-models.ts'
import { type BrowserUser, newBrowserUser, signUp } from './browser.ts'
import { privateFolder, type SoukProcess, startSouk } from './souk-process.ts'

/** Bulk listing, speech and photo suggestions, and category administration: one seller, who becomes an administrator. */
const ADA = { firstName: 'Ada', lastName: 'Arco', email: 'ada@example.com', password: 'quiet-lantern-42' }
const PATIENCE = { timeout: 20_000 }

let folder: Awaited<ReturnType<typeof privateFolder>>
let models: FakeModels
let souk: SoukProcess
let ada: BrowserUser
let files: string

beforeAll(async () => {
  folder = await privateFolder('migrations')
  files = await mkdtemp(join(tmpdir(), 'souk-files-'))
  models = await fakeModels(({ body }) => ({
    body: body.includes('one plain sentence')
      ? said({ alt: { value: 'A black lamp, seen from the front.', confidence: 0.9 } })
      : body.includes('Categories:')
        ? said({
            category: { value: 'lamps', confidence: 0.93 },
            title: { value: 'Black anglepoise desk lamp', confidence: 0.82 },
          })
        : said({ colour: { value: 'black', confidence: 0.9 } }),
  }))
  souk = await startSouk(folder.path, { DEMO: '0', VISION_BASE_URL: models.baseUrl, VISION_MODEL: 'sees' })
  ada = await newBrowserUser(souk.url)
  ada.context.setDefaultTimeout(60_000)
  await ada.context.addInitScript(SPEAKING_BROWSER)
  await signUp(ada.page, ADA)
  await ada.page.waitForURL('**/home')
})
afterAll(async () => {
  await ada?.leave()
  await souk?.end()
  await models?.close()
  await folder?.remove()
  if (files) await rm(files, { recursive: true, force: true })
})

/** A browser with speech recognition that always hears the same sentence. */
const SPEAKING_BROWSER = `
  window.SpeechRecognition = class extends EventTarget {
    start() {
      setTimeout(() => {
        const result = new Event('result')
        result.results = [[{ transcript: window.saying ?? 'red bicycle' }]]
        this.dispatchEvent(result)
        this.dispatchEvent(new Event('end'))
      })
    }
    stop() {}
  }
`

test('categories are closed to members; an administrator adds one with a field, which the next ad asks for', async () => {
  const { page } = ada
  const name = `Squeezeboxes ${randomUUID().slice(0, 8)}`
  await makeMember('member')
  await page.goto('/admin')
  await page.getByRole('heading', { name: 'You don’t have access to this page' }).waitFor()
  await makeMember('admin')
  await page.goto('/admin/categories')
  await page.getByRole('button', { name: 'Add a main category' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name in English').fill(name)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('heading', { name }).waitFor()
  await page.getByRole('button', { name: 'Add a field' }).click()
  await dialog.getByLabel('English').fill('Bellows')
  await dialog.getByRole('button', { name: 'Add an option' }).click()
  await dialog.getByLabel('Option 1', { exact: true }).fill('Paperboard')
  await dialog.getByLabel('Required').check()
  await dialog.getByRole('button', { name: 'Save field' }).click()
  await page.getByText('Single choice · 1 option · bellows').waitFor()

  await page.goto('/post')
  await page.getByLabel('Title').fill(`Red ${name} with 96 keys`)
  const details = page.getByText('More details')
  const before = await details.boundingBox()
  const suggested = page.getByRole('group', { name: 'Category' }).getByRole('button', { name })
  await suggested.waitFor()
  expect(await details.boundingBox(), 'what is below a suggestion that arrives').toEqual(before)
  await suggested.click()
  await page.getByLabel('Bellows').selectOption('Paperboard')
  await waitUntilStored(page)
})

test('an uploaded list is previewed, then becomes drafts, and never twice', async () => {
  const { page } = ada
  const csv = join(files, 'shelf.csv')
  const one = randomUUID()
  await writeFile(
    csv,
    `reference,title,description,category,price,condition,place
${one},Reading chair in mustard corduroy,"Bought two years ago, sat in on Sundays only.",Armchairs,120,good,"Estrela, Lisbon"
two,Desk of oak,"Two drawers, one of them with a key. A few scratches.",Armchair-ish,cheap,good,"Estrela, Lisbon"
`,
  )
  const lookThrough = async () => {
    await page.goto('/post?import')
    await page.locator('input[type=file]').setInputFiles(csv)
    await page.getByText('shelf.csv: 1 of 2 rows is ready to import.').waitFor()
  }
  await lookThrough()
  const line = page.getByRole('row').filter({ hasText: 'Desk of oak' })
  expect(await line.textContent()).toContain('can’t be imported')
  expect(await line.textContent()).toContain('No such category. Did you mean “Armchairs”?')
  expect(await line.textContent()).toContain('Enter the price in numbers')
  await page.getByRole('button', { name: 'Import 1 row' }).click()
  await page.getByText('1 ad created.').waitFor()
  await lookThrough()
  await page.getByRole('button', { name: 'Import 1 row' }).click()
  await page.getByText('Already imported', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Reading chair in mustard corduroy' }).click()
  await expect.poll(() => page.getByLabel('Title').inputValue(), PATIENCE).toBe('Reading chair in mustard corduroy')
  expect(await page.getByLabel('Price', { exact: true }).inputValue()).toBe('120')
})

test('dictated values are previewed, and only accepted ones are filled in', async () => {
  const { page } = ada
  await page.goto('/post')
  await page.evaluate("window.saying = 'Selling a reading lamp in good condition for 20 euros in Graça, Lisbon'")
  await page.getByRole('button', { name: 'More ways' }).click()
  await page.getByRole('menuitem', { name: /^Describe it in a sentence/ }).click()
  await page.getByRole('button', { name: 'Dictate' }).click()
  const panel = page.getByRole('region', { name: 'Here’s what we got' })
  await panel.getByRole('button', { name: 'Ignore “Good”' }).click()
  expect(await page.getByLabel('Title').inputValue()).toBe('')
  await panel.getByRole('button', { name: 'Use all 3' }).click()
  expect(await page.getByLabel('Title').inputValue()).toBe('Reading lamp')
  expect(await page.getByLabel('Price', { exact: true }).inputValue()).toBe('20')
  await page.getByRole('button', { name: 'Place', description: /^Graça, Lisbon/ }).waitFor()
  await page.getByText('More details').click()
  await page.getByRole('button', { name: 'Good', pressed: false }).waitFor()
  // Accepted values fill title and price; typing over a value replaces it.
  await expect.poll(() => page.getByText('From your description').count(), PATIENCE).toBe(2)
  await page.getByLabel('Price', { exact: true }).fill('25')
  await expect.poll(() => page.getByText('From your description').count(), PATIENCE).toBe(1)
  await waitUntilStored(page)

  await page.goto('/')
  await page.getByRole('button', { name: 'Speak instead of typing' }).first().click()
  await page.waitForURL('**/browse?q=red+bicycle*')
})

test('photo suggestions show their confidence, are applied only when accepted, and warn of prohibited items', async () => {
  const { page } = ada
  const photo = join(files, 'lamp.jpg')
  await sharp({ create: { width: 1000, height: 800, channels: 3, background: { r: 20, g: 20, b: 20 } } })
    .jpeg()
    .toFile(photo)
  await page.goto('/post')
  await page.locator('input[type=file]').first().setInputFiles(photo)
  await page.getByRole('button', { name: 'Suggest the rest from this photo' }).click()
  const panel = page.getByRole('region', { name: 'From your photos' })
  await panel.getByText('Category · suggested, 93% sure').waitFor()
  expect(await page.getByLabel('Title').inputValue()).toBe('')
  await panel.getByRole('button', { name: 'Use all 3' }).click()
  expect(await page.getByLabel('Title').inputValue()).toBe('Black anglepoise desk lamp')
  expect(await page.getByLabel('Colour').inputValue()).toBe('black')
  await page.getByText('From your photos, 93% sure').waitFor()
  await page.getByRole('button', { name: /^Photo 1 of/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Photo 1 of 1' })
  await dialog.getByRole('button', { name: 'Suggest a description' }).click()
  const suggested = dialog.getByRole('button', { name: 'A black lamp, seen from the front.' })
  await suggested.waitFor()
  const description = dialog.getByLabel('What’s in the photo?')
  expect(await description.inputValue()).toBe('')
  await suggested.click()
  expect(await description.inputValue()).toBe('A black lamp, seen from the front.')
  await dialog.getByRole('button', { name: 'Done' }).click()

  await page.getByLabel('Title').fill('Samurai sword with a stand')
  await page.getByText('We’ll review this ad before it goes live: Weapons and ammunition.').waitFor()
  await fillOtherFields(page)
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('heading', { name: 'Your ad is in review' }).waitFor()
  await page.getByRole('link', { name: 'What you can’t sell' }).click()
  await page.locator('summary', { hasText: 'Weapons and ammunition' }).click()
  await page.getByText('You can’t sell weapons, weapon parts or ammunition here').waitFor()
  expect(ada.complaints).toEqual([])
})

/** The draft is stored: another visit to /post starts a new ad. */
async function waitUntilStored(page: Page): Promise<void> {
  await page.waitForURL('**/post?edit=*')
}

async function fillOtherFields(page: Page): Promise<void> {
  await page.getByLabel('Price', { exact: true }).fill('60')
  await page.getByRole('button', { name: 'Place' }).click()
  await page.getByLabel('Town or area').fill('Estrela, Lisbon')
  await page.keyboard.press('Enter')
}

/** With the secret key, like an operator. */
async function makeMember(role: 'member' | 'admin'): Promise<void> {
  const { stdout } = await promisify(execFile)(process.execPath, ['marketplace/server.ts', '--keys'], {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...process.env, DATA_DIR: folder.path, PUBLIC_URL: souk.url, LOG_LEVEL: 'error' },
  })
  const { secretKey } = JSON.parse(stdout) as { secretKey: string }
  const answer = await fetch(`${souk.url}/rest/v1/profiles?display_name=like.Ada*`, {
    method: 'PATCH',
    headers: { apikey: secretKey, authorization: `Bearer ${secretKey}`, 'content-type': 'application/json' },
    body: JSON.stringify({ role }),
  })
  expect(answer.status).toBe(204)
}
