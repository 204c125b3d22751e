import type { ListingItem } from './listing.ts'

/** An ordinary ad for tests: change what the test is about. */
export function aListing(changes: Partial<ListingItem> = {}): ListingItem {
  return {
    id: '00000000-0000-4000-8000-000000000001',
    ad_no: 100_001,
    title: 'Painted wooden stool',
    type: 'sell',
    price_minor: 1600,
    previous_price_minor: null,
    price_type: 'fixed',
    currency: 'EUR',
    condition: 'good',
    category: 'chairs-stools',
    area: 'Graça',
    city: 'Lisbon',
    lat: 38.718,
    lng: -9.129,
    distance_km: null,
    delivery: 'pickup',
    state: 'active',
    published_at: '2026-01-01T09:00:00Z',
    seller_id: '00000000-0000-4000-8000-0000000000aa',
    cover: { path: 'aa/stool.jpg', width: 1280, height: 1280, alt: 'A white stool' },
    photo_count: 1,
    photos: [{ path: 'aa/stool.jpg', alt: 'A white stool' }],
    ...changes,
  }
}
