import { expect, test } from 'vitest'
import { begunTicket, EMPTY_TICKET, problemsOf, ticketOf } from './ticket-form.ts'

const said = { ...EMPTY_TICKET, topic: 'account' as const, body: 'I cannot change my address since Monday.' }
const fieldsOf = (form: Parameters<typeof problemsOf>[0], isMember: boolean) =>
  problemsOf(form, isMember).map(({ fieldId }) => fieldId)

test('signed-in users need not enter name and email', () => {
  expect(fieldsOf(said, true)).toEqual([])
  expect(fieldsOf(said, false)).toEqual(['ticket-name', 'ticket-email'])
  expect(ticketOf({ ...said, name: 'X', email: 'x@y.zz' }, 'c', true, [])).toEqual({
    clientId: 'c',
    topic: 'account',
    body: said.body,
  })
})

test('a notice of illegal content needs a location and a good-faith statement', () => {
  const notice = { ...said, topic: 'illegal' as const }
  expect(fieldsOf(notice, true)).toEqual(['ticket-where', 'ticket-good-faith'])
  expect(fieldsOf({ ...notice, where: 'https://x.example/listing/1', goodFaith: true }, true)).toEqual([])
})

test('fields of other topics are not sent', () => {
  expect(ticketOf({ ...said, where: 'the Gazette', goodFaith: true }, 'c', true, [])).not.toHaveProperty('where')
})

test('a URL can only set the topic and the page', () => {
  expect(begunTicket(new URLSearchParams('topic=illegal&where=/listing/7&body=x'))).toEqual({
    ...EMPTY_TICKET,
    topic: 'illegal',
    where: '/listing/7',
  })
  expect(begunTicket(new URLSearchParams('topic=nonsense')).topic).toBe('')
})
