import { expect, test } from 'vitest'
import { notice } from './notice.ts'
import { NOTICE_KINDS, NOTICE_TEXTS } from './notice-texts.ts'

test.each(NOTICE_KINDS)('the notice %s leaves no gap in its sentences and has no link', (kind) => {
  const names = [...JSON.stringify(NOTICE_TEXTS[kind]).matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
  const details = Object.fromEntries(names.map((name) => [name, `<${name}>`]))
  const { subject, text, html } = notice(kind, { brandName: 'Souk', name: 'Anna', email: 'anna@example.com', details })
  expect(`${subject}${text}`).not.toMatch(/[{}]/)
  expect(subject).toContain('Souk')
  expect(html).not.toContain('<a ')
  for (const [name, value] of Object.entries(details)) {
    if (name === 'brand' || name === 'email') continue
    expect(text).toContain(value)
    expect(html).toContain(`&lt;${name}&gt;`)
  }
})
