import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { axeIssues } from './axe.ts'
import { type BrowserUser, newBrowserUser } from './browser.ts'
import { privateFolder, type SoukProcess, startSouk } from './souk-process.ts'

/** An installation with its own name, currency, languages, analytics script and Stripe, set by environment variables. */
const SCRIPT = 'https://counts.example.com/js/script.js'

let folder: Awaited<ReturnType<typeof privateFolder>>
let souk: SoukProcess
const people: BrowserUser[] = []

beforeAll(async () => {
  folder = await privateFolder('migrations')
  souk = await startSouk(folder.path, {
    DEMO: '0',
    BRAND_NAME: 'Praça',
    OPERATOR_NAME: 'Praça Lda',
    CURRENCY: 'CHF',
    LANGUAGES: 'pt,en',
    ANALYTICS_SCRIPT_URL: SCRIPT,
    ANALYTICS_ATTRIBUTES: 'data-domain=market.example.com',
    ANALYTICS_NAME: 'Plausible',
    PAYMENTS: 'stripe',
    STRIPE_SECRET_KEY: 'sk_test_none',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_none',
    STRIPE_WEBHOOK_SECRET: 'whsec_none',
    STRIPE_API_URL: 'http://127.0.0.1:9',
  })
})
afterAll(async () => {
  await Promise.all(people.map((person) => person.leave()))
  await souk?.end()
  await folder?.remove()
})

/** A user whose requests to the script's URL are answered and recorded. */
async function visitor(): Promise<BrowserUser & { readonly asked: string[] }> {
  const person = await newBrowserUser(souk.url)
  people.push(person)
  const asked: string[] = []
  await person.context.route('https://counts.example.com/**', async (route) => {
    asked.push(route.request().url())
    await route.fulfill({
      contentType: 'text/javascript',
      body: 'window.counted = document.currentScript.dataset.domain',
    })
  })
  return { ...person, asked }
}

const isCounted = (page: Page) =>
  expect.poll(() => page.evaluate('window.counted'), { timeout: 30_000 }).toBe('market.example.com')

test('pages are served in the configured languages, in the first one if the browser accepts none of them', async () => {
  const page = async (accepted: string, path = '/') =>
    (await fetch(souk.url + path, { headers: { 'accept-language': accepted } })).text()
  expect(await page('de')).toContain('<html lang="pt"')
  expect(await page('de', '/?lang=de')).toContain('<html lang="pt"')
  expect(await page('en')).toContain('<html lang="en"')
  const html = await page('en')
  expect(html).toContain('Praça')
  expect(html).toContain('"currency":"CHF"')
  expect([...html.matchAll(/hreflang="([^"]+)"/g)].map(([, code]) => code)).toEqual(['pt', 'en', 'x-default'])
})

test("only the payment page may load Stripe's form, and an event without Stripe's signature is refused", async () => {
  const policyAt = async (path: string) => (await fetch(souk.url + path)).headers.get('content-security-policy')
  expect(await policyAt('/pay/5b1f0f6e-3c1a-4b8e-9b5e-0d6a0c6a1f11')).toMatch(
    /script-src [^;]*https:\/\/js\.stripe\.com/,
  )
  expect(await policyAt('/')).not.toContain('stripe')
  const answer = await fetch(`${souk.url}/functions/v1/stripe-webhooks`, {
    method: 'POST',
    body: '{"id":"evt_1","type":"payment_intent.succeeded"}',
    headers: { 'stripe-signature': `t=${Math.floor(Date.now() / 1000)},v1=${'0'.repeat(64)}` },
  })
  expect([answer.status, await answer.json()]).toMatchObject([400, { code: 'SK949' }])
})

test('visits are counted only after consent, which can be changed', async () => {
  const { page, asked, complaints } = await visitor()
  await page.goto('/help')
  const question = page.getByRole('region', { name: 'May we count visits?' })
  await question.waitFor()
  expect(await axeIssues(page, 'the question about counting')).toEqual([])
  expect(asked).toEqual([])
  await question.getByRole('button', { name: 'Accept' }).click()
  await isCounted(page)
  expect(await question.count()).toBe(0)

  await page.goto('/cookies')
  await isCounted(page)
  const counting = page.locator('#counting')
  await counting.getByText('You accepted.').waitFor()
  await Promise.all([page.waitForEvent('load'), counting.getByRole('button', { name: 'Decline' }).click()])
  await counting.getByText('You declined.').waitFor()
  const before = asked.length
  await page.goto('/privacy')
  await page.getByRole('heading', { name: 'When you’re just browsing' }).click()
  await page.getByText('Plausible only counts your visits if you accept').waitFor()
  expect(await question.count()).toBe(0)
  expect(asked).toHaveLength(before)
  expect(complaints).toEqual([])
})

test('no analytics script is loaded after a no or with Do Not Track', async () => {
  const declining = await visitor()
  await declining.page.goto('/help')
  await declining.page
    .getByRole('region', { name: 'May we count visits?' })
    .getByRole('button', { name: 'Decline' })
    .click()
  await declining.page.goto('/cookies')
  await declining.page.locator('#counting').getByText('You declined.').waitFor()

  const silent = await visitor()
  await silent.context.addInitScript('Object.defineProperty(navigator, "globalPrivacyControl", { value: true })')
  await silent.page.goto('/cookies')
  await silent.page.locator('#counting').getByText('Global Privacy Control').waitFor()
  expect(await silent.page.getByRole('region', { name: 'May we count visits?' }).count()).toBe(0)
  expect([...declining.asked, ...silent.asked]).toEqual([])
})
