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

test('a letter has both forms, its subject one line, and nothing in it is read as markup', () => {
  const { subject, text, html, headers } = layOutEmail(LETTER, 'App')
  expect(subject).toBe('News Bcc: everybody@example.com')
  expect(text).toContain('Hello Ana,\n\n<b>Bold</b>\n\nOpen:\nhttps://souk.test/')
  expect(html).toContain('&lt;b&gt;Bold&lt;/b&gt;')
  expect(headers).toBeUndefined()
})

test('a list leads to each of its things, and a link ends such mails with one click (RFC 8058)', () => {
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

test('a letter says its language and direction, and has colours for where it is dark', () => {
  const { html, text } = layOutEmail({ ...LETTER, language: 'ar', greeting: 'مرحبا' }, 'App')
  expect(html).toContain('<html lang="ar" dir="rtl">')
  expect(layOutEmail(LETTER, 'App').html).toContain('<html lang="en" dir="ltr">')
  expect(html).toContain('prefers-color-scheme:dark')
  expect(text.startsWith('مرحبا')).toBe(true)
})
