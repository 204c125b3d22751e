import { expect, test } from 'vitest'
import { staticHtml, visibleText } from '../../testing/static-html.tsx'
import { GuardedText } from './GuardedText.tsx'

const CONTEXT = { conversationId: 'c', myId: 'me', otherId: 'them', otherName: 'Max' }

function drawn(body: string, notice: string | null, sentence: string | null = null): string {
  const message = { id: 'm', body, notice, notice_sentence: sentence, created_at: '2026-11-20T10:00:00Z' }
  return staticHtml(
    <GuardedText message={message} mine={false} bubble={(words) => <div>{words}</div>} context={CONTEXT} />,
  )
}

test.each([
  ['harassment', 'You are worth nothing'],
  ['phishing_link', 'Confirm your card on pay-safe.example'],
  ['overpayment', 'The rest is on https://elsewhere.example/pay'],
])('text covered for %s is hidden from screen readers, which announce that it is covered', (notice, body) => {
  const html = drawn(body, notice)
  expect(html).toContain('blur')
  expect(visibleText(html)).not.toContain(body)
  expect(visibleText(html)).toContain('Hidden')
  expect(html).toContain('Show anyway')
})

test('uncovered text is read aloud, with its warning if there is one', () => {
  expect(visibleText(drawn('Is it still there?', null))).toContain('Is it still there?')
  expect(visibleText(drawn('Please pay by transfer', 'overpayment'))).toContain('Please pay by transfer')
})

test('the sentence quoted by a warning is marked, unless the text is covered', () => {
  const sentence = 'Please pay by transfer.'
  const marked = />Please pay by transfer\.<\/mark>/
  expect(drawn(`Hello! ${sentence} See you.`, 'overpayment', sentence)).toMatch(marked)
  expect(drawn('Please pay by transfer.', 'overpayment')).not.toContain('<mark')
  expect(drawn(`Hello! ${sentence}`, 'harassment', sentence)).not.toContain('<mark')
})
