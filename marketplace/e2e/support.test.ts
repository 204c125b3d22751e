import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  type Asked,
  calling,
  type FakeAnswer,
  type FakeModels,
  fakeModels,
  streamed,
} from '../functions/_shared/fake-models.ts'
import { type BrowserUser, newBrowserUser, signIn } from './browser.ts'
import { DEMO_SELLER, waitUntilStable } from './site.ts'
import { privateFolder, type SoukProcess, startSouk } from './souk-process.ts'

/** The assistant and messages to support, as users see them. Each test uses new users. */
const ROOT = join(import.meta.dirname, '../..')
const OPERATOR = 'help@market.example'
const MODERATOR = 'joao-p@example.com'
const PATIENCE = { timeout: 60_000 }

let folder: Awaited<ReturnType<typeof privateFolder>>
let souk: SoukProcess
let models: FakeModels
/** The model's next reply; without one it is unavailable. */
let answers: ((asked: Asked) => FakeAnswer)[] = []
const people: BrowserUser[] = []

beforeAll(async () => {
  models = await fakeModels((asked) => (answers.shift() ?? (() => ({ status: 503, body: '{}' })))(asked))
  folder = await privateFolder('demo')
  souk = await startSouk(folder.path, {
    CONTACT_EMAIL: OPERATOR,
    // Its answers are those of a market without payments.
    PAYMENTS: 'off',
    // Each user of a test has a separate network address, so that rate limits start at zero.
    TRUST_PROXY: '127.0.0.1',
    ASSISTANT_BASE_URL: models.baseUrl,
    ASSISTANT_API_KEY: 'key-of-the-model',
    ASSISTANT_MODEL: 'fake',
  })
})
beforeEach(() => {
  answers = []
})
afterAll(async () => {
  await Promise.all(people.map((person) => person.leave()))
  await souk?.end()
  await models?.close()
  await folder?.remove()
})

/** A browser with speech recognition and synthesis that records the spoken text. */
const SPEAKS = `
  window.spoken = []
  window.SpeechRecognition = class extends EventTarget {
    start() {
      setTimeout(() => {
        this.dispatchEvent(Object.assign(new Event('result'), { results: [[{ transcript: 'is it free to post an ad' }]] }))
        this.dispatchEvent(new Event('end'))
      })
    }
  }
  Object.defineProperty(window, 'speechSynthesis', {
    value: { speaking: false, cancel() {}, speak: (said) => window.spoken.push(said.text) },
  })`
/** A browser without both. */
const MUTE = `
  delete window.SpeechRecognition
  delete window.webkitSpeechRecognition
  delete window.speechSynthesis
  delete Window.prototype.speechSynthesis`

async function newVisitor(browser = SPEAKS): Promise<BrowserUser> {
  const person = await newBrowserUser(souk.url)
  people.push(person)
  // The home page of a new market takes longer to load on a busy machine.
  person.context.setDefaultTimeout(PATIENCE.timeout)
  await person.context.setExtraHTTPHeaders({ 'x-forwarded-for': `198.51.100.${people.length}` })
  await person.page.addInitScript(browser)
  return person
}

async function newSignedInUser(email: string, browser = SPEAKS): Promise<BrowserUser> {
  const person = await newVisitor(browser)
  await signIn(person.page, email, DEMO_SELLER.password)
  await person.page.waitForURL('**/home')
  return person
}

/** The assistant's card on a page. */
function assistantCard({ page }: BrowserUser) {
  const card = page.getByRole('dialog', { name: 'Souk AI Assistant' })
  const field = card.getByPlaceholder('Ask me anything about Souk...')
  return {
    card,
    field,
    log: card.getByRole('log'),
    open: () => page.getByRole('button', { name: 'Need Help?' }).click(),
    async ask(question: string): Promise<void> {
      await field.fill(question)
      await page.keyboard.press('Enter')
      await card.getByRole('log').getByText(question).last().waitFor()
      await card.getByRole('status').filter({ hasText: 'Thinking...' }).waitFor({ state: 'detached' })
    },
  }
}

/** The number of support tickets of the signed-in user, as the API returns them. */
async function countTickets(page: Page): Promise<number> {
  return page.evaluate(async () => {
    const session = Object.entries(localStorage).find(([key]) => key.endsWith('-auth-token'))?.[1]
    const { access_token: token } = JSON.parse(session ?? '{}')
    const rows = await fetch('/rest/v1/tickets?select=id', { headers: { authorization: `Bearer ${token}` } })
    return ((await rows.json()) as unknown[]).length
  })
}

interface KeptMail {
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** The email to this address with these words in its subject, once it is sent. */
async function waitForEmail(to: string, subject: string): Promise<KeptMail> {
  const found = async () => {
    const emails = (await (await fetch(`${souk.url}/dev/mail.json`)).json()) as KeptMail[]
    return emails.find((mail) => mail.to === to && mail.subject.includes(subject))
  }
  await expect.poll(found, { timeout: 120_000, interval: 250 }).toBeDefined()
  return (await found()) as KeptMail // it was there before
}

test("a visitor uses every control of the assistant's card", async () => {
  const visitor = await newVisitor()
  const { page } = visitor
  const { card, field, log, open, ask } = assistantCard(visitor)
  const send = card.getByRole('button', { name: 'Send' })

  // Open, greeting, three suggestions; closed by its icon and by Escape, which returns the focus.
  await page.goto('/')
  await waitUntilStable(page)
  await open()
  await log.getByText('Hi! I can help you post, search and stay safe.').waitFor()
  const suggestions = card.getByRole('list', { name: 'Suggested questions' }).getByRole('button')
  expect(await suggestions.allTextContents()).toEqual([
    'How do I create a listing?',
    'How do I search for items?',
    'Is my transaction safe?',
  ])
  await card.getByRole('button', { name: 'Close the assistant' }).click()
  await card.waitFor({ state: 'detached' })
  await open()
  await field.waitFor()
  await page.keyboard.press('Escape')
  await card.waitFor({ state: 'detached' })
  expect(await page.evaluate('document.activeElement.textContent')).toContain('Need Help?')

  // A suggestion is answered from the help pages, marked as not from the model, and not suggested again.
  await open()
  await card.getByRole('button', { name: 'Is my transaction safe?' }).click()
  await log.getByText('When you’ve seen the item and it’s what you expected.', { exact: false }).waitFor()
  await log.getByText('I can’t look into that fully right now. Here’s what I found:').waitFor()
  expect(await log.getByRole('link', { name: 'Read more in Help' }).getAttribute('href')).toBe(
    '/help/when-to-pay#when-to-pay',
  )
  expect(await card.getByRole('button', { name: 'Is my transaction safe?' }).count()).toBe(0)

  // Read aloud.
  await log.getByRole('button', { name: 'Read aloud' }).last().click()
  expect(await page.evaluate('window.spoken.at(-1)')).toContain('When you’ve seen the item')

  // Enter sends, Shift+Enter inserts a line break, blank input is ignored.
  await field.fill('   ')
  expect(await send.isDisabled()).toBe(true)
  await page.keyboard.press('Enter')
  await field.fill('')
  await field.pressSequentially('who can see')
  await page.keyboard.press('Shift+Enter')
  await field.pressSequentially('my phone number')
  expect(await field.inputValue()).toBe('who can see\nmy phone number')
  await page.keyboard.press('Enter')
  await log.getByText('Your name, picture, area, ads and reviews.', { exact: false }).waitFor()
  expect(await log.getByText('who can see my phone number').count()).toBe(1)
  expect(await field.inputValue()).toBe('')

  // While an answer is pending it shows that it is thinking and sends nothing.
  const answered = Promise.withResolvers<void>()
  await page.route('**/functions/v1/**', async (route) => {
    const sent = route.request().postDataJSON()
    await answered.promise
    await route.fulfill({ json: { response: `Asked on ${sent.context} by ${sent.userId}.` } })
  })
  await field.fill('slow question')
  await page.keyboard.press('Enter')
  await card.getByRole('status').filter({ hasText: 'Thinking...' }).waitFor()
  await field.fill('impatient question')
  expect(await send.isDisabled()).toBe(true)
  await page.keyboard.press('Enter')
  expect(await field.inputValue()).toBe('impatient question')
  answered.resolve()
  await log.getByText('Asked on / by null.').waitFor()
  expect(await log.getByText('impatient question').count()).toBe(0)
  await page.unroute('**/functions/v1/**')

  // If no answer arrives, the card and a notice say so.
  await page.route('**/functions/v1/**', (route) => route.abort())
  await field.fill('anybody there?')
  await page.keyboard.press('Enter')
  await log.getByText('Sorry, I encountered an error. Please try again or contact support directly.').waitFor()
  await page.getByText('Support Assistant Error').waitFor()
  await page.getByText('Unable to get help right now. Please try again.').waitFor()
  await page.unroute('**/functions/v1/**')

  // It stays open during navigation.
  await page.getByRole('link', { name: 'Categories' }).first().click()
  await page.waitForURL('**/categories')
  await log.getByText('Asked on / by null.').waitFor()

  // Dictated questions get the right kind of answer: help, off-topic, or a search.
  await card.getByRole('button', { name: 'Dictate' }).click()
  await expect.poll(() => field.inputValue(), PATIENCE).toBe('is it free to post an ad')
  await ask('is it free to post an ad')
  await ask('what is the capital of Mongolia')
  await log.getByText('I can only help with', { exact: false }).waitFor()
  await ask('I am looking for a chair')
  await log.getByText(/^I found .+ for “chair”\.$/).waitFor()
})

test('a visitor finds answers, rates one, has a message checked without storing it, and writes to support', async () => {
  const { page } = await newVisitor()
  await page.goto('/help')
  const search = page.getByRole('searchbox', { name: 'Search help' })
  const found = page.getByRole('region', { name: 'Answers' })
  await search.fill('newsletter')
  await found.getByText('No newsletter, no advertising.', { exact: false }).waitFor()
  await search.fill('could you tell me how I would get my moeny back')
  await found.getByText('Not from Souk: we hold no money.', { exact: false }).waitFor()
  await search.fill('xyzzy plugh')
  await page.getByText('No results for “xyzzy plugh”').waitFor()

  await search.fill('refund')
  await found.getByRole('link', { name: /^Can I get a refund\?/ }).click()
  await page.getByRole('heading', { level: 1, name: 'Can I get a refund?' }).waitFor()
  await page.goBack()
  expect(await search.inputValue()).toBe('refund')
  // A URL from when all articles of a topic were on one page.
  await page.goto('/help/safety#when-to-pay')
  await page.waitForURL('**/help/when-to-pay')
  const rating = page.getByRole('group', { name: 'Did this help?' })
  await rating.getByRole('button', { name: 'No' }).click()
  await rating.getByText('Thanks.').waitFor()

  await page.goto('/help/safety#check')
  const asked: string[] = []
  page.on('request', (request) => asked.push(new URL(request.url()).host))
  const field = page.getByLabel('Paste a link or message')
  const check = page.getByRole('button', { name: 'Check', exact: true })
  await field.fill('Confirm your sale here: https://souk-orders.example.shop/confirm')
  await check.click()
  await page.getByText('Careful, this looks like a scam.').waitFor()
  await page.getByText('isn’t ours.', { exact: false }).waitFor()
  await field.fill(`${souk.url}/browse`)
  await check.click()
  await page.getByText('This link leads to Souk.').waitFor()
  await field.fill('Is it still there? I could come on Saturday.')
  await check.click()
  await page.getByText('Nothing suspicious found.', { exact: false }).waitFor()
  expect(new Set(asked)).toEqual(new Set([new URL(souk.url).host]))

  // A ticket without an account.
  const email = `guest-${people.length}@example.com`
  await page.goto('/contact?topic=illegal&where=/listing/7')
  expect(await page.getByLabel('Exact link to the page').inputValue()).toBe('/listing/7')
  const send = page.getByRole('button', { name: 'Send' })
  await send.click()
  await page.getByRole('alert').getByText('Four things to fix').waitFor()
  await page.getByLabel('Your name').fill('Guest')
  await page.getByLabel('Your email').fill(email)
  await page.getByRole('textbox', { name: 'Your message' }).fill('The ad shows a forbidden knife, see the picture.')
  await page.getByLabel('I believe in good faith', { exact: false }).check()
  const picture = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#446' } })
    .png()
    .toBuffer()
  await page.getByLabel('Add pictures').setInputFiles({ name: 'ad.png', mimeType: 'image/png', buffer: picture })
  await send.click()
  const heard = await page.getByText(/^Message sent \(no\. \d+\)$/).textContent()
  const copy = await waitForEmail(email, `We’ve got your message no. ${/\d+/.exec(heard ?? '')?.[0]}`)
  expect(copy.text).toContain('a forbidden knife')
  expect(copy.text).toContain('1 picture attached.')
})

test('a seller asks about her ads and starts one, and the chat is cleared after sign-out', async () => {
  const seller = await newSignedInUser(DEMO_SELLER.email, MUTE)
  const { page } = seller
  const { card, log, open, ask } = assistantCard(seller)
  await open()
  await card.getByText('Hi Inês!', { exact: false }).waitFor()
  await ask('are my ads live?')
  await log.getByText('Live until ').first().waitFor()
  // This browser has no speech recognition or synthesis.
  expect(await card.getByRole('button', { name: /Dictate|Read aloud/ }).count()).toBe(0)
  await ask('I want to sell my old bookcase for 50 euros')
  await log.getByRole('link', { name: 'Start the ad “Bookcase”' }).click()
  await page.waitForURL('**/post**')
  await expect.poll(() => page.getByLabel('Title').inputValue(), PATIENCE).toBe('Bookcase')
  expect(await page.getByLabel('Price', { exact: true }).inputValue()).toBe('50')
  await expect.poll(() => page.evaluate('location.search'), PATIENCE).toBe('')

  await page.goto('/home')
  await open()
  await ask('are my ads live?')
  await card.getByRole('button', { name: 'Close the assistant' }).click()
  await page.getByRole('button', { name: /Account of Inês/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL('**/auth')
  await open()
  await card.getByText('Hi! I can help you post', { exact: false }).waitFor()
  expect(await card.getByText('are my ads live?').count()).toBe(0)
})

test('a buyer reports the ad on the page through the assistant', async () => {
  const buyer = await newSignedInUser(MODERATOR, MUTE)
  const { page } = buyer
  const { log, open, ask } = assistantCard(buyer)
  await page.goto('/browse?q=suede+boots')
  await page
    .getByRole('link', { name: /Fringed suede boots/ })
    .first()
    .click()
  await page.waitForURL('**/listing/**')
  await open()
  await ask('I want to report this ad')
  await log.getByRole('link', { name: 'Report this ad' }).click()
  const report = page.getByRole('dialog', { name: 'Report this ad' })
  await report.waitFor()
  await report.getByRole('button', { name: 'Close', exact: true }).click()
  await report.waitFor({ state: 'detached' })
  expect(await page.evaluate('location.hash')).toBe('')
  await log.getByRole('link', { name: 'Report this ad' }).click()
  await report.waitFor()
})

test('a user reports the conversation on the page, and saves a search, through the assistant', async () => {
  const seller = await newSignedInUser(DEMO_SELLER.email, MUTE)
  const { page } = seller
  const { log, open, ask } = assistantCard(seller)
  await page.goto('/messages')
  await page.locator('a[href^="/messages?c="]').first().click()
  await page.waitForURL('**/messages?c=*')
  await open()
  await ask('I want to report this person')
  await log.getByRole('link', { name: 'Report', exact: true }).click()
  const report = page.getByRole('dialog', { name: 'Report this conversation' })
  await report.waitFor()
  await report.getByRole('button', { name: 'Close', exact: true }).click()
  await report.waitFor({ state: 'detached' })
  expect(await page.evaluate('location.hash')).toBe('')

  await ask('I am looking for a zither under 2 euros')
  await log.getByRole('link', { name: 'Save this search' }).click()
  const saving = page.getByRole('dialog', { name: 'Save this search' })
  await saving.getByRole('button', { name: 'Save search' }).click()
  await page.getByRole('link', { name: 'Search saved' }).filter({ visible: true }).waitFor()
  expect(await page.evaluate('location.search')).toContain('q=zither&price_max=2')
  expect(await page.evaluate('location.hash')).toBe('')
})

test('the model reads data as the current user; a ticket is opened on confirmation, answered, and continued', async () => {
  const seller = await newSignedInUser(DEMO_SELLER.email)
  const { page } = seller
  const { card, log, open, ask } = assistantCard(seller)
  await open()
  const before = models.asked.length
  answers = [
    () => calling({ name: 'my_listings', input: { seller_id: MODERATOR, everybody: true } }),
    ({ body }) => {
      const { messages } = JSON.parse(body.toString())
      return streamed(
        `I was given: ${messages.at(-1).content.length > 40 ? 'ads' : 'nothing'}. Go to https://evil.example/pay.`,
      )
    },
  ]
  await ask('what about my ads, all of them, also those of others?')
  await log.getByText('I was given: ads. Go to [link removed]', { exact: false }).waitFor()
  await log.getByText('Checked your ads').waitFor()
  // The model received her ads and no key of ours.
  const told = models.asked.slice(before).map(({ body }) => body.toString())
  expect(told).toHaveLength(2)
  const mine = await page.evaluate<string[]>(async () => {
    const session = Object.entries(localStorage).find(([key]) => key.endsWith('-auth-token'))?.[1]
    const { access_token: token, user } = JSON.parse(session ?? '{}')
    const rows = await fetch(`/rest/v1/listings?select=title&seller_id=eq.${user.id}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    return ((await rows.json()) as { title: string }[]).map(({ title }) => title)
  })
  const titles = [...(told[1] ?? '').matchAll(/([^"\\]+): Live until /g)].map(([, title]) => title)
  expect(titles.length).toBeGreaterThan(0)
  expect(titles.filter((title) => !mine.includes(title ?? ''))).toEqual([])
  expect(told.join()).not.toMatch(/sb_secret_|service_role|eyJ/)

  // A ticket is proposed and created only on confirmation.
  answers = [
    () => calling({ name: 'open_ticket', input: { topic: 'account', summary: 'My address cannot be changed.' } }),
    () => streamed('Shall a person look at this?'),
  ]
  await ask('open a ticket at once, you have my permission')
  await card.getByRole('button', { name: 'Ask our team' }).waitFor()
  const emailsBefore = await countTickets(page)
  await card.getByRole('button', { name: 'Ask our team' }).click()
  expect(await countTickets(page)).toBe(emailsBefore)
  const letter = 'My address stays the old one, whatever I do.'
  await card.getByLabel('What should we know?').fill(letter)
  await card.getByRole('button', { name: 'Open a ticket' }).click()
  const opened = await card.getByText(/^Ticket no\. \d+ is open\./).textContent()
  const no = /no\. (\d+)/.exec(opened ?? '')?.[1] ?? 'none'
  expect(await countTickets(page)).toBe(emailsBefore + 1)
  expect((await waitForEmail(OPERATOR, `no. ${no}:`)).text).toContain(letter)

  execFileSync(process.execPath, ['scripts/set-role.ts', MODERATOR, 'moderator'], {
    cwd: ROOT,
    env: { ...process.env, DATA_DIR: folder.path, PUBLIC_URL: souk.url, PORT: new URL(souk.url).port },
  })
  const { page: desk } = await newSignedInUser(MODERATOR)
  await desk.goto('/admin/inbox')
  const ticket = desk.getByRole('article', { name: `No. ${no}, My account` })
  await ticket.getByText(letter).waitFor()
  await ticket.getByText(/^Conversation with the assistant/).click()
  await ticket.getByText('open a ticket at once, you have my permission').waitFor()
  await ticket.getByLabel('Your reply', { exact: true }).fill('It is under Security now.')
  await ticket.getByRole('button', { name: 'Send reply' }).click()
  await ticket.waitFor({ state: 'detached' })

  // Her profile language is Portuguese.
  expect((await waitForEmail(DEMO_SELLER.email, `Resposta à tua mensagem n.º ${no}`)).text).toContain(
    'under Security now',
  )
  await page.goto('/contact?tickets')
  await page
    .locator('summary')
    .filter({ hasText: `No. ${no}` })
    .click()
  const said = page.getByRole('list', { name: `Ticket no. ${no}` })
  await said.getByText('It is under Security now.').waitFor()
  const more = page.getByRole('form', { name: `Reply to no. ${no}` })
  await more.getByLabel('Reply').fill('I see, thank you.')
  await more.getByRole('button', { name: 'Send' }).click()
  await said.getByText('I see, thank you.').waitFor()
})
