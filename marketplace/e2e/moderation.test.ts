import { createClient } from '@supabase/supabase-js'
import { expect, onTestFinished, test } from 'vitest'
import { type BrowserUser, newBrowserUser, signIn } from './browser.ts'
import { DEMO_SELLER } from './site.ts'
import { setRole as giveRole, privateFolder, publishableKeyOf, type SoukProcess, startSouk } from './souk-process.ts'

/** A report, the decision, the appeal and its result, on the pages of moderator and seller. */
const [FIRST, SECOND] = ['beatriz-l@example.com', 'joao-p@example.com']

let folder: Awaited<ReturnType<typeof privateFolder>>
let souk: SoukProcess

/** A separate market: every attempt needs an empty queue. */
async function openMarket(): Promise<void> {
  folder = await privateFolder('demo')
  onTestFinished(folder.remove)
  souk = await startSouk(folder.path)
  onTestFinished(async () => {
    await souk.end()
  })
}

const setRole = (email: string, role: string) => giveRole(folder.path, souk.url, email, role)

async function signInAs(email: string): Promise<BrowserUser> {
  const person = await newBrowserUser(souk.url)
  onTestFinished(person.leave)
  await signIn(person.page, email, DEMO_SELLER.password)
  await person.page.waitForURL('**/home')
  return person
}

/** Reports an ad of the demo seller, like the report dialog does. */
async function reportAd(): Promise<string> {
  const client = createClient(souk.url, await publishableKeyOf(souk.url), { auth: { persistSession: false } })
  const { data } = await client.auth.signUp({ email: 'watchful@example.com', password: 'quiet-lantern-42' })
  const { data: seller } = await client.from('sellers').select('id').eq('display_name', 'Inês M.').single()
  const { data: ad } = await client
    .from('listings')
    .select('id, title')
    .eq('seller_id', seller?.id)
    .eq('state', 'active')
    .order('ad_no')
    .limit(1)
    .single()
  const { error } = await client.rpc('report_something', {
    target_kind: 'listing',
    target_id: ad?.id,
    reason: 'prohibited',
    detail: 'I think that this may not be sold here.',
  })
  if (error || !data.user) throw error ?? new Error('Nobody reported anything.')
  return String(ad?.title)
}

test('a moderator decides a report with reasons, the seller appeals, and another moderator reverses the decision', async () => {
  await openMarket()
  const title = await reportAd()
  expect(setRole(FIRST, 'moderator')).toContain('is now moderator')
  setRole(SECOND, 'moderator')

  const { page: first } = await signInAs(FIRST)
  await first.goto('/admin')
  await first.getByText('I think that this may not be sold here.').waitFor()
  const sentence = first.getByLabel(/will read$/)
  expect(await sentence.inputValue()).toBe('We hid this: prohibited item.')
  await first.keyboard.press('w') // shows the text of a warning before it is sent
  expect(await sentence.inputValue()).toMatch(/^This goes against our rules: prohibited item/)
  await first.keyboard.press('h')
  const decide = first.getByRole('button', { name: 'Hide', pressed: true })
  await sentence.fill('')
  expect(await decide.isDisabled()).toBe(true) // reasons are required
  await sentence.fill('The description does not say where it comes from.')
  await decide.click()
  await first.getByText('I think that this may not be sold here.').waitFor({ state: 'detached' })

  const { page: seller, complaints } = await signInAs(DEMO_SELLER.email)
  await seller.goto('/admin')
  await seller.getByRole('heading', { name: 'You don’t have access to this page' }).waitFor()
  await seller.goto('/dashboard?tab=reports')
  await seller.getByText('The description does not say where it comes from.').waitFor()
  await seller.getByRole('button', { name: 'Appeal' }).click()
  await seller.getByLabel('Why is the decision wrong?').fill(`I bought ${title} new and have the receipt.`)
  await seller.getByRole('button', { name: 'Send appeal' }).click()
  await seller.getByText('We’re reviewing your appeal').waitFor()

  await first.goto('/admin/queue')
  await first.getByText('You made this decision, so another moderator handles the appeal.').waitFor()
  const { page: second } = await signInAs(SECOND)
  await second.goto('/admin/queue')
  await second.getByRole('heading', { name: /^Appeal/ }).waitFor()
  await second.keyboard.press('u') // the text that the user will read
  await second.getByRole('button', { name: 'Reverse decision', pressed: true }).waitFor()
  const decided = second.waitForResponse(/\/rpc\/decide_appeal/)
  await second.keyboard.press('u') // the report is decided
  await second.getByRole('heading', { name: /^Appeal/ }).waitFor({ state: 'detached' })
  expect((await decided).ok()).toBe(true)

  await seller.reload()
  await seller.getByText('The decision was reversed').waitFor()
  await seller.goto('/dashboard?tab=listings')
  await seller.getByText(title).first().waitFor()
  expect(complaints).toEqual([])

  await renameMarket(title)
})

const DRAWING = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 30"><rect width="40" height="30" fill="#b3261e"/></svg>',
)

/** An administrator renames the market and looks up an ad: pages show the name without a restart, and the log says who changed it. */
async function renameMarket(title: string): Promise<void> {
  setRole(SECOND, 'admin')
  const { page, complaints } = await signInAs(SECOND)
  await page.goto('/admin/ads')
  await page.getByLabel('Words of the title, number or link').fill(title)
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByRole('list', { name: 'Ads found' }).getByRole('button', { name: title }).first().click()
  await page.getByRole('region', { name: 'Reports' }).getByText('I think that this may not be sold here.').waitFor()

  await page.goto('/admin/branding')
  await page.getByLabel('Name', { exact: true }).fill('Bazaar')
  await page.getByRole('slider', { name: 'Colour' }).fill('30')
  await page.getByLabel('Currency').selectOption('JPY')
  await page.getByLabel('Logo image').setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: DRAWING })
  await page.getByRole('img', { name: 'Chosen logo' }).waitFor()
  for (const name of ['Português', 'English']) await page.getByRole('checkbox', { name }).check()
  await page.getByRole('button', { name: 'Save branding' }).click()
  await page.getByText('Reload the page to see it here.').waitFor()
  const header = page.getByRole('banner').getByRole('link', { name: 'Bazaar, home' })
  await expect
    .poll(
      async () => {
        await page.goto('/admin/audit')
        await page.getByRole('cell', { name: 'branding.set' }).waitFor()
        return header.count()
      },
      { timeout: 30_000 },
    )
    .toBe(1)
  expect(await page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--brand-turn')")).toBe(
    '-154',
  )
  await page.goto('/help') // administration pages have no footer
  await page
    .getByRole('contentinfo')
    .getByRole('button', { name: /^Language/ })
    .click()
  const languages = page.getByRole('navigation', { name: 'Language' }).getByRole('link')
  expect(await languages.allTextContents()).toEqual(['Português · ¥', 'English · ¥'])
  await page.keyboard.press('Escape')
  await page.goto('/post')
  await page.getByText('¥').first().waitFor()
  // An SVG is stored as a bitmap and becomes the tab's icon too.
  const icon = await page.request.get('/icons/mark.svg')
  expect(await icon.text()).toContain('href="data:image/png;base64,')
  expect(complaints).toEqual([])
}
