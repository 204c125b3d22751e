import type { ListingDetail, ListingItem } from './listing.ts'

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

/** The same ad as its own page reads it. */
export function aListingDetail(changes: Partial<ListingDetail> = {}): ListingDetail {
  const { id, ad_no, seller_id, category, type, title, price_minor, previous_price_minor, currency, price_type } =
    aListing()
  return {
    ...{ id, ad_no, seller_id, category, type, title, price_minor, previous_price_minor, currency, price_type },
    description: 'Solid pine, painted white last year. Two small chips on one leg.',
    price_changed_at: null,
    condition: 'good',
    attributes: {},
    area: 'Graça',
    city: 'Lisbon',
    country: 'PT',
    lat: 38.718,
    lng: -9.129,
    delivery: 'pickup',
    ship_cost_minor: null,
    language: 'en',
    state: 'active',
    views_count: 12,
    saves_count: 1,
    chats_count: 0,
    cover_path: 'aa/stool.jpg',
    photo_count: 1,
    first_published_at: '2026-01-01T09:00:00Z',
    expires_at: null,
    sold_at: null,
    sold_price_minor: null,
    created_at: '2026-01-01T09:00:00Z',
    state_reason: null,
    seller: {
      id: seller_id,
      display_name: 'Inês M.',
      avatar_path: null,
      bio: null,
      city: 'Lisbon',
      area: 'Graça',
      seller_type: 'private',
      phone_verified: true,
      email_verified: true,
      id_verified: false,
      business_verified: false,
      rating_average: null,
      rating_count: 0,
      sold_count: 0,
      active_count: 1,
      response_minutes: null,
      joined_at: '2025-01-01T09:00:00Z',
    },
    photos: [{ id: 'p1', path: 'aa/stool.jpg', width: 1280, height: 1280, alt: 'A white stool', position: 0 }],
    ...changes,
  }
}
