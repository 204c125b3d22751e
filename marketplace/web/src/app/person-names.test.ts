import { afterEach, expect, test } from 'vitest'
import { speak } from '../i18n/t.ts'
import { firstNameOf, inOurWords } from './person-names.ts'

afterEach(() => speak('en', {}))

test('whoever has left is called so in the language of the page, wherever they stand in a row', () => {
  speak('de', { 'Deleted account': 'Gelöschtes Konto' })
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
