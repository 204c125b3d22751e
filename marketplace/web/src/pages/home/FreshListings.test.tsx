import { useQuery } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { SearchPage } from '../../features/listings/listing.ts'
import { staticHtml, visibleText } from '../../testing/static-html.tsx'
import { FreshListings } from './FreshListings.tsx'

const ad = (number: number, state: 'active' | 'reserved'): SearchPage['items'][number] => ({
  ...{ id: `ad-${number}`, ad_no: number, title: `${state} lamp ${number}`, type: 'sell', category: 'lamps', state },
  ...{ price_minor: 2000, previous_price_minor: null, price_type: 'fixed', currency: 'EUR', condition: 'good' },
  ...{ area: null, city: 'Lisbon', lat: null, lng: null, distance_km: null, delivery: 'pickup', seller_id: 's' },
  ...{ published_at: '2026-11-20T10:00:00Z', cover: null, photo_count: 0, photos: [] },
})

const PAGE: Omit<SearchPage, 'items'> = {
  ...{
    close_items: [],
    understood_as: null,
    total: 4,
    total_is_more: false,
    facets: null,
    facets_are_estimates: false,
  },
  ...{
    next_cursor: null,
    sort: 'newest',
    corrections: [],
    unmatched: [],
    did_you_mean: null,
    relaxed: [],
    ignored: [],
  },
}

function Fresh({ page }: { page: SearchPage }) {
  const fresh = useQuery({ queryKey: ['fresh'], queryFn: () => page, initialData: page })
  return <FreshListings fresh={fresh} place={null} onPlace={() => undefined} />
}

test('the newest ads include no reserved ones', () => {
  const items = [ad(1, 'reserved'), ad(2, 'active'), ad(3, 'reserved'), ad(4, 'active')]
  const told = visibleText(staticHtml(<Fresh page={{ ...PAGE, items }} />))
  expect(told).toContain('active lamp 2')
  expect(told).toContain('active lamp 4')
  expect(told).not.toContain('reserved')
})
