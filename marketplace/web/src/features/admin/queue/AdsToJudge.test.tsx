import { expect, test } from 'vitest'
import { staticHtml } from '../../../testing/static-html.tsx'
import { AdsToJudge } from './AdsToJudge.tsx'
import type { AdItem } from './types.ts'

const PERSON = {
  ...{ id: 'p', display_name: 'Tom', avatar_path: 'tom/face.jpg' },
  ...{ standing: 'good', trust_level: 0, joined_at: '2026-11-20T10:00:00Z' },
}
const AD: AdItem = {
  ...{ kind: 'ad', id: 'this-ad', since: '2026-11-20T10:00:00Z', priority: 1, person: PERSON, title: 'Oak desk' },
  ...{ description: '', price_minor: 9000, currency: 'EUR', rule: 'same_photo', rule_name: null, reason: null },
  cover_path: 'tom/desk.jpg',
  photos: [
    { id: '1', path: 'tom/desk.jpg', alt: '' },
    { id: '2', path: 'tom/drawer.jpg', alt: '' },
  ],
  same_photos: [
    {
      ...{ photo_id: '1', path: 'tom/desk.jpg', other_path: 'rita/desk.jpg', ad: 'other-ad', title: 'Desk of oak' },
      ...{
        state: 'active',
        price_minor: 12000,
        currency: 'EUR',
        published_at: null,
        seller: { display_name: 'Rita', avatar_path: 'rita/face.jpg' },
        same_seller: false,
      },
    },
  ],
}

test('a moderator sees the ad’s photos, the other ad’s photo, both sellers, and links to both ads', () => {
  const html = staticHtml(<AdsToJudge item={AD} onOpenPerson={() => {}} />)
  for (const path of ['tom/desk.jpg', 'tom/drawer.jpg', 'rita/desk.jpg', 'tom/face.jpg', 'rita/face.jpg'])
    expect(html).toContain(path)
  for (const ad of ['this-ad', 'other-ad']) expect(html).toContain(`href="/admin/ads?ad=${ad}"`)
  expect(html).toContain('Desk of oak')
  expect(html.match(/Same photo/g)).toHaveLength(2)
})
