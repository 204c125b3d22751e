import { afterEach, expect, test } from 'vitest'
import { activateLocale } from '../i18n/messages.ts'
import { firstNameOf, inOurWords } from './person-names.ts'

afterEach(() => activateLocale('en'))

test("deleted accounts are named in the page's language, at any depth of a row", async () => {
  await activateLocale('de')
  const rows = [
    { id: 1, buyer: { display_name: 'Deleted account' }, seller: { display_name: 'Inês M.' }, body: 'Deleted account' },
    { id: 2, buyer: null, offers: [{ amount_minor: 5 }] },
  ]
  expect(inOurWords(rows)).toEqual([
    {
      id: 1,
      buyer: { display_name: 'Gelöschtes Konto' },
      seller: { display_name: 'Inês M.' },
      body: 'Deleted account',
    },
    { id: 2, buyer: null, offers: [{ amount_minor: 5 }] },
  ])
  expect(['Gelöschtes Konto', 'Tomás Rocha', 'Inês'].map(firstNameOf)).toEqual(['Gelöschtes Konto', 'Tomás', 'Inês'])
})
