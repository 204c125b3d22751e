import { t } from '../i18n/t.ts'

export interface Spot {
  lat: number
  lng: number
}

/** Asks the device for its location, once, after a tap. Rounded to about 100 m: nothing here needs more. */
export function deviceSpot(): Promise<Spot> {
  const rounded = (degrees: number) => Math.round(degrees * 1000) / 1000
  return new Promise((resolve, reject) => {
    if (!('geolocation' in navigator)) reject(new Error(t('ads.locationUnknown')))
    else
      navigator.geolocation.getCurrentPosition(
        ({ coords }) => resolve({ lat: rounded(coords.latitude), lng: rounded(coords.longitude) }),
        () => reject(new Error(t('ads.locationNotShared'))),
        { maximumAge: 600_000, timeout: 10_000 },
      )
  })
}
