import { expect, test } from 'vitest'
import { layOutEmail } from './email-content.ts'

const LETTER = {
  subject: 'News\r\nBcc: everybody@example.com',
  heading: 'News',
  name: 'Ana',
  paragraphs: ['<b>Bold</b>'],
  action: { label: 'Open', link: 'https://souk.test/' },
  footnote: 'You asked for it.',
}

test('an email has both forms and a one-line subject, and its content is never interpreted as markup', () => {
  const { subject, text, html, headers } = layOutEmail(LETTER, 'App')
  expect(subject).toBe('News Bcc: everybody@example.com')
  expect(text).toContain('Hello Ana,\n\n<b>Bold</b>\n\nOpen:\nhttps://souk.test/')
  expect(html).toContain('&lt;b&gt;Bold&lt;/b&gt;')
  expect(headers).toBeUndefined()
})

test('a list links to each of its items, and a link unsubscribes with one click (RFC 8058)', () => {
  const items = [{ title: 'Lamp "Teal"', line: '€40', link: 'https://souk.test/listing/1' }]
  const unsubscribe = { label: 'Stop', page: 'https://souk.test/stop', oneClick: 'https://souk.test/f?token=a&b' }
  const { text, html, headers } = layOutEmail({ ...LETTER, items, unsubscribe }, 'App')
  expect(text).toContain('Lamp "Teal"\n€40\nhttps://souk.test/listing/1')
  expect(text).toContain('Stop:\nhttps://souk.test/stop')
  expect(html).toContain('href="https://souk.test/listing/1"')
  expect(html).toContain('Lamp &quot;Teal&quot;</a>')
  expect(headers).toEqual({
    'List-Unsubscribe': '<https://souk.test/f?token=a&b>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  })
})

test('an email states its language and direction, and has colours for dark mode', () => {
  const { html, text } = layOutEmail({ ...LETTER, language: 'ar', greeting: 'مرحبا' }, 'App')
  expect(html).toContain('<html lang="ar" dir="rtl">')
  expect(layOutEmail(LETTER, 'App').html).toContain('<html lang="en" dir="ltr">')
  expect(html).toContain('prefers-color-scheme:dark')
  expect(text.startsWith('مرحبا')).toBe(true)
})
