import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aPerson, type Person, signIn } from './browser.ts'
import { atRest, DEMO_SELLER } from './site.ts'
import { privateFolder, type SoukProcess, startSouk } from './souk-process.ts'

/** The assistant as a person meets it. The steps of one `describe` build on one another. */
let folder: Awaited<ReturnType<typeof privateFolder>>
let souk: SoukProcess
let visitor: Person
let seller: Person

beforeAll(async () => {
  folder = await privateFolder()
  souk = await startSouk(folder.path)
  visitor = await aPerson(souk.url)
  seller = await aPerson(souk.url)
})
afterAll(async () => {
  await Promise.all([visitor?.leave(), seller?.leave()])
  await souk?.end()
  await folder?.remove()
})

describe('a visitor', () => {
  const card = () => visitor.page.getByRole('dialog', { name: 'Souk AI Assistant' })
  const field = () => card().getByPlaceholder('Ask me anything about Souk...')
  const log = () => card().getByRole('log')

  test('opens the card with its greeting and three suggestions, and closes it with its icon and with escape', async () => {
    const { page } = visitor
    await page.goto('/')
    await atRest(page)
    await page.getByRole('button', { name: 'Need Help?' }).click()
    await card().waitFor()
    await log().getByText('Hi! I can help you post, search and stay safe.').waitFor()
    expect(
      await card().getByRole('list', { name: 'Suggested questions' }).getByRole('button').allTextContents(),
    ).toEqual(['How do I create a listing?', 'How do I search for items?', 'Is my transaction safe?'])
    await card().getByRole('button', { name: 'Close the assistant' }).click()
    await card().waitFor({ state: 'detached' })

    await page.getByRole('button', { name: 'Need Help?' }).click()
    await field().waitFor()
    await page.keyboard.press('Escape')
    await card().waitFor({ state: 'detached' })
    expect(await page.evaluate('document.activeElement.textContent')).toContain('Need Help?')
  })

  test('gets an answer from the help pages, with the page to go on to', async () => {
    const { page } = visitor
    await page.getByRole('button', { name: 'Need Help?' }).click()
    await card().getByRole('button', { name: 'Is my transaction safe?' }).click()
    await log().getByText('When the item is in your hands and you have checked it.', { exact: false }).waitFor()
    expect(await log().getByRole('link', { name: 'Read it in Help' }).getAttribute('href')).toBe(
      '/help/safety#when-to-pay',
    )
    expect(await card().getByRole('button', { name: 'Is my transaction safe?' }).count()).toBe(0)
  })

  test('sends with enter and not with shift and enter, and nothing blank', async () => {
    const { page } = visitor
    const send = card().getByRole('button', { name: 'Send' })
    await field().fill('   ')
    expect(await send.isDisabled()).toBe(true)
    await page.keyboard.press('Enter')
    await field().fill('')
    await field().pressSequentially('who can see')
    await page.keyboard.press('Shift+Enter')
    await field().pressSequentially('my phone number')
    expect(await field().inputValue()).toBe('who can see\nmy phone number')
    await page.keyboard.press('Enter')
    await log().getByText('Not your email address, your phone number or your full name.', { exact: false }).waitFor()
    expect(await log().getByText('who can see my phone number').count()).toBe(1)
    expect(await field().inputValue()).toBe('')
  })

  test('sees that it thinks, and can send nothing meanwhile', async () => {
    const { page } = visitor
    const answered = Promise.withResolvers<void>()
    await page.route('**/functions/v1/**', async (route) => {
      await answered.promise
      await route.fulfill({ json: { response: 'It was worth the wait.', links: [] } })
    })
    await field().fill('slow question')
    await page.keyboard.press('Enter')
    await card().getByRole('status').filter({ hasText: 'Thinking...' }).waitFor()
    await field().fill('impatient question')
    expect(await card().getByRole('button', { name: 'Send' }).isDisabled()).toBe(true)
    await page.keyboard.press('Enter')
    expect(await field().inputValue()).toBe('impatient question')
    answered.resolve()
    await log().getByText('It was worth the wait.').waitFor()
    expect(await log().getByText('impatient question').count()).toBe(0)
    await page.unroute('**/functions/v1/**')
  })

  test('is told when no answer comes, in the card and by a notice', async () => {
    const { page } = visitor
    await page.route('**/functions/v1/**', (route) => route.abort())
    await field().fill('anybody there?')
    await page.keyboard.press('Enter')
    await log().getByText('Sorry, I encountered an error. Please try again or contact support directly.').waitFor()
    await page.getByText('Support Assistant Error').waitFor()
    await page.getByText('Unable to get help right now. Please try again.').waitFor()
    await page.unroute('**/functions/v1/**')
  })

  test('keeps the conversation while going through the site', async () => {
    const { page } = visitor
    await page.getByRole('link', { name: 'Categories' }).first().click()
    await page.waitForURL('**/categories')
    await log().getByText('It was worth the wait.').waitFor()
  })

  test('may ask five questions an hour, and is told when the next is free', async () => {
    // Two reached the server above.
    for (const question of [
      'is it free to post an ad',
      'what is the capital of Mongolia',
      'I am looking for a chair',
    ]) {
      await field().fill(question)
      await visitor.page.keyboard.press('Enter')
      await log().getByText(question).waitFor()
      await card().getByRole('status').waitFor({ state: 'detached' })
    }
    await log().getByText('I do not know that.', { exact: false }).waitFor()
    await log()
      .getByText(/^I found .+ for “chair”\.$/)
      .waitFor()
    await field().fill('one more')
    await visitor.page.keyboard.press('Enter')
    await log().getByText('That is a lot of questions.', { exact: false }).waitFor()
  })

  test('finds an answer on the help page by a word, and by a whole question with a slip in it', async () => {
    const { page } = visitor
    await page.goto('/help')
    const search = page.getByRole('searchbox', { name: 'Search the help' })
    const answers = page.getByRole('region', { name: 'Answers' })
    await search.fill('newsletter')
    await answers.getByText('There is no newsletter and no advertising', { exact: false }).waitFor()
    await search.fill('could you tell me how I would get my moeny back')
    await answers.getByText('there is no refund to follow', { exact: false }).waitFor()
    await search.fill('xyzzy plugh')
    await page.getByText('Nothing for “xyzzy plugh”').waitFor()
  })
})

describe('a seller', () => {
  const card = () => seller.page.getByRole('dialog', { name: 'Souk AI Assistant' })

  test('is greeted by name and hears what became of her ads, and nobody else finds that on this computer', async () => {
    const { page } = seller
    await page.goto('/auth')
    await signIn(page, DEMO_SELLER.email, DEMO_SELLER.password)
    await page.waitForURL('**/home')
    await page.getByRole('button', { name: 'Need Help?' }).click()
    await card().getByText('Hi Inês!', { exact: false }).waitFor()
    await card().getByPlaceholder('Ask me anything about Souk...').fill('are my ads visible?')
    await page.keyboard.press('Enter')
    await card()
      .getByText(/” is on offer, and found by everybody\./)
      .first()
      .waitFor()
    await card().getByRole('button', { name: 'Close the assistant' }).click()

    await page.getByRole('button', { name: /Account of Inês/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL('**/auth')
    await page.getByRole('button', { name: 'Need Help?' }).click()
    await card().getByText('Hi! I can help you post', { exact: false }).waitFor()
    expect(await card().getByText('are my ads visible?').count()).toBe(0)
  })
})
