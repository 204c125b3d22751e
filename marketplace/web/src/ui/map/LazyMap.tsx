import { lazy, Suspense } from 'react'
import { cx } from '../cx.ts'
import type { MapCanvas as Canvas } from './MapCanvas.tsx'

const MapCanvas = lazy(async () => ({ default: (await import('./MapCanvas.tsx')).MapCanvas }))

/** The map, loaded when first shown, so that other pages do not pay for it. */
export function LazyMap(props: Parameters<typeof Canvas>[0]) {
  return (
    <Suspense fallback={props.fallback ?? <div aria-busy="true" className={cx('bg-sunken', props.className)} />}>
      <MapCanvas {...props} />
    </Suspense>
  )
}
