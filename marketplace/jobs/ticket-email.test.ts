import { expect, test } from 'vitest'
import { translatorFor } from '../contract/words/translator.ts'
import { type TicketEmail, ticketEmail, withoutLinks } from './ticket-email.ts'

const english = translatorFor('en')
const SITE = 'https://market.example'
const mail: TicketEmail = {
  id: '1',
  kind: 'copy',
  email: 'anna@example.com',
  name: 'Anna Silva',
  ticket_no: '1001',
  topic: 'illegal',
  fields: { where: `${SITE}/listing/7` },
  has_account: false,
  body: 'First line.\n\nLook at https://evil.example/x and evil.shop/y.',
  pictures: 2,
  transcript_lines: 4,
  is_first: true,
}

test('the copy has number and text; without links for an unconfirmed address', () => {
  const guest = ticketEmail(mail, SITE, english)
  expect(guest.subject).toBe('We’ve got your message no. 1001')
  expect(guest.paragraphs).toContain('Look at [link] and [link]')
  expect(guest.action).toBeNull()
  expect(guest.aside).toBe('2 pictures attached.')

  const member = ticketEmail({ ...mail, has_account: true }, SITE, english)
  expect(member.paragraphs).toContain('Look at https://evil.example/x and evil.shop/y.')
  expect(member.action?.link).toBe(`${SITE}/contact?tickets`)
})

test('the operator’s email has author, text and page, with a link to the inbox', () => {
  const note = ticketEmail({ ...mail, kind: 'operator' }, SITE, english)
  expect(note.subject).toBe('New ticket no. 1001: Illegal content')
  expect(note.paragraphs[0]).toBe('Anna Silva, anna@example.com, no account.')
  expect(note.paragraphs[1]).toBe(`Illegal content: ${SITE}/listing/7`)
  expect(note.paragraphs.at(-1)).toBe('Includes a chat with the assistant.')
  expect(note.action?.link).toBe(`${SITE}/admin/inbox`)
  expect(ticketEmail({ ...mail, kind: 'operator', is_first: false }, SITE, english).subject).toMatch(
    /^New reply on ticket/,
  )
})

test('the answer explains how to reply: in the ticket with an account, by a new message without one', () => {
  const answer = { ...mail, kind: 'answer' as const, body: 'We took it down.' }
  expect(ticketEmail(answer, SITE, english)).toMatchObject({
    paragraphs: ['We took it down.'],
    footnote: 'To reply, write to us again and mention no. 1001.',
    action: { link: `${SITE}/contact` },
  })
  expect(ticketEmail({ ...answer, has_account: true }, SITE, english).action?.link).toBe(`${SITE}/contact?tickets`)
})

test('links are removed, other text is kept', () => {
  expect(withoutLinks('Pay at www.evil.example/now, or HTTP://x.y. Thanks.')).toBe('Pay at [link] or [link] Thanks.')
  expect(withoutLinks('It cost 12.50, e.g. on Monday.')).toBe('It cost 12.50, e.g. on Monday.')
})

test("users get emails in their own language, the operator in the market's default language", () => {
  const german = translatorFor('de')
  expect(ticketEmail({ ...mail, has_account: true }, SITE, german)).toMatchObject({
    language: 'de',
    greeting: 'Hallo Anna Silva,',
    subject: 'Wir haben deine Anfrage Nr. 1001 erhalten',
    aside: '2 Bilder im Anhang.',
    action: { label: 'Deine Anfragen ansehen' },
  })
  expect(ticketEmail({ ...mail, kind: 'operator' }, SITE, german)).toMatchObject({
    language: 'de',
    subject: 'Neue Anfrage Nr. 1001: Rechtswidrige Inhalte',
    action: { label: 'Posteingang öffnen' },
  })
})
