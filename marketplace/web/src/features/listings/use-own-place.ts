import { useEffect } from 'react'
import { useAuth } from '../auth/AuthProvider.tsx'
import { choosePlace, chosenPlace, closedQuestion, DEFAULT_RADIUS_KM } from './chosen-place.ts'

/** A browser without a place takes the account's usual area, once: a later choice of "everywhere" is kept. */
export function useOwnPlace(): void {
  const { profile } = useAuth()
  useEffect(() => {
    if (!profile?.city || profile.lat === null || profile.lng === null) return
    if (chosenPlace() || closedQuestion.read().length > 0) return
    const id = [profile.area, profile.city].filter(Boolean).join(', ')
    choosePlace({ id, lat: profile.lat, lng: profile.lng, radiusKm: DEFAULT_RADIUS_KM })
    closedQuestion.put({ id: 'closed' })
  }, [profile])
}
