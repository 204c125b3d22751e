import { lazy, Suspense } from 'react'
import type { MapPins as Pins } from './MapPins.tsx'

const MapPins = lazy(async () => ({ default: (await import('./MapPins.tsx')).MapPins }))

/** Loads the pins with their own boundary, so that the map does not wait. */
export function LazyMapPins(props: Parameters<typeof Pins>[0]) {
  return (
    <Suspense fallback={null}>
      <MapPins {...props} />
    </Suspense>
  )
}
