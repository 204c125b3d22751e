import { lazy, Suspense } from 'react'
import { cx } from '../cx.ts'
import type { MapCanvas as Canvas } from './MapCanvas.tsx'

const MapCanvas = lazy(async () => ({ default: (await import('./MapCanvas.tsx')).MapCanvas }))

/** The map, fetched when it is first shown: no page pays for it before. */
export function LazyMap(props: Parameters<typeof Canvas>[0]) {
  return (
    <Suspense fallback={props.fallback ?? <div aria-busy="true" className={cx('bg-sunken', props.className)} />}>
      <MapCanvas {...props} />
    </Suspense>
  )
}
