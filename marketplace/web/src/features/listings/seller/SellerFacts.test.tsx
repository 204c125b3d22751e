import { afterEach, beforeEach, expect, test } from 'vitest'
import { activateLocale } from '../../../i18n/messages.ts'
import { staticHtml, visibleText } from '../../../testing/static-html.tsx'
import type { Seller } from '../listing.ts'
import { VerifiedMark } from './SellerFacts.tsx'

const SELLER: Seller = {
  ...{ id: 's', display_name: 'Tom', avatar_path: null, bio: '', city: '', area: '', seller_type: 'private' },
  ...{ phone_verified: true, email_verified: true, id_verified: false, business_verified: false },
  ...{ rating_average: null, rating_count: 0, sold_count: 0, active_count: 1, response_minutes: null },
  ...{ response_rate: null, response_count: 0, response_days: null, deal_count: 0, no_show_count: 0 },
  ...{ joined_at: '2026-01-01T00:00:00Z', away_from: null, away_until: null, away_note: '', bundle_percent: 0 },
}

beforeEach(() => activateLocale('de'))
afterEach(() => activateLocale('en'))

test('a seller’s verifications are named in the reader’s language', () => {
  expect(visibleText(staticHtml(<VerifiedMark seller={SELLER} />))).toBe('Geprüft: Telefon, E-Mail')
})
