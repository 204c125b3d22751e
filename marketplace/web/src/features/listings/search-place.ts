import { readPlace } from '../../../../contract/places.ts'

/** Where distance is measured from. `label` is null for a place taken from the device or the map. */
export interface Near {
  label: string | null
  lat: number
  lng: number
}

const MAX_LABEL = 80

/** An area that we know needs its name alone; a town stands with its point, a point may stand alone. */
export function readNear(params: URLSearchParams, ignored: string[]): Near | null {
  const label = params.get('place')?.trim().slice(0, MAX_LABEL) || null
  const [latText, lngText] = [params.get('lat'), params.get('lng')]
  if (latText || lngText) {
    const [lat, lng] = [Number(latText || Number.NaN), Number(lngText || Number.NaN)]
    if (Math.abs(lat) <= 90 && Math.abs(lng) <= 180) return { label, lat, lng }
    ignored.push('lat', 'lng')
  }
  if (!label) return null
  const place = readPlace(label)
  if (place && place.lat !== null && place.lng !== null) return { label, lat: place.lat, lng: place.lng }
  ignored.push('place')
  return null
}

export function writeNear(params: URLSearchParams, near: Near | null): void {
  if (!near) return
  if (near.label) params.set('place', near.label)
  const known = near.label ? readPlace(near.label) : null
  if (known?.lat === near.lat && known.lng === near.lng) return
  params.set('lat', String(near.lat))
  params.set('lng', String(near.lng))
}
