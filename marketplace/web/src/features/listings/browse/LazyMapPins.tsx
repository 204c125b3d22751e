import { lazy, Suspense } from 'react'
import type { MapPins as Pins } from './MapPins.tsx'

const MapPins = lazy(async () => ({ default: (await import('./MapPins.tsx')).MapPins }))

/** Pins need the map's own code and come with it. A boundary of their own: the map must not wait for them. */
export function LazyMapPins(props: Parameters<typeof Pins>[0]) {
  return (
    <Suspense fallback={null}>
      <MapPins {...props} />
    </Suspense>
  )
}
