import 'maplibre-gl/dist/maplibre-gl.css'
import './map.css'
import type { Feature, FeatureCollection, Polygon } from 'geojson'
import { Minus, Plus } from 'lucide-react'
import { GeoJSONSource, type Map as MapLibre, type PaddingOptions } from 'maplibre-gl'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import { t } from '../../i18n/t.ts'
import { cx } from '../cx.ts'
import { IconButton } from '../IconButton.tsx'
import { useTheme } from '../theme.ts'
import { drawMap, paddingOf } from './draw-map.ts'
import type { Bounds } from './geometry.ts'
import { landWithin } from './land.ts'
import { MapContext } from './map-context.ts'
import { type MapTheme, SOURCES } from './map-style.ts'
import type { MapSource, MapView, NamedPlace } from './map-view.ts'

interface MapCanvasProps {
  /** Names the map for screen readers. */
  label: string
  /** Bounds to fit; a new array moves the map there. */
  bounds: Bounds
  /** Maximum automatic zoom. */
  maxZoom?: number
  /** Padding around the bounds in pixels; by default enough for pins. */
  padding?: number | PaddingOptions
  /** A circle drawn on the map. */
  area?: Feature<Polygon> | null
  /** The operator's own map; null draws the offline one. */
  source: MapSource | null
  namesWithin: (bounds: Bounds, zoom: number) => Promise<NamedPlace[]>
  onRest?: (view: MapView) => void
  /** Static: it cannot be moved. */
  still?: boolean
  /** Fallback without WebGL; a sentence by default. */
  fallback?: ReactNode
  /** Pins and cards. */
  children?: ReactNode
  className?: string
}

/** A self-contained map. Arrow keys move it, + and - zoom. Loaded on demand by every page with a map. */
export function MapCanvas(props: MapCanvasProps) {
  const { label, bounds, maxZoom = 13, area = null, source, namesWithin, onRest, still = false, children } = props
  const padding = props.padding ?? paddingOf(still)
  const theme = useMapTheme()
  const box = useRef<HTMLDivElement>(null)
  const [map, setMap] = useState<MapLibre | null>(null)
  const [isDrawn, setDrawn] = useState(false)
  const [failed, setFailed] = useState(false)
  const showArea = useEffectEvent((drawn: MapLibre) => setData(drawn, SOURCES.circle, collection(area)))
  const refresh = useEffectEvent((drawn: MapLibre, byHand: boolean) => {
    if (!source) fillNames(drawn, namesWithin)
    onRest?.(viewOf(drawn, byHand))
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: one map for one place on the page; later changes are applied below
  useEffect(() => {
    if (!box.current) return
    const drawn = drawMap({ container: box.current, label, bounds, padding, maxZoom, theme, source, still })
    if (!drawn) return setFailed(true)
    drawn.on('style.load', () => {
      showArea(drawn)
      refresh(drawn, false)
    })
    // Only user actions have an original event.
    drawn.on('moveend', (event) => refresh(drawn, event.originalEvent !== undefined || 'byHand' in event))
    drawn.once('idle', () => setDrawn(true))
    setMap(drawn)
    return () => {
      setMap(null)
      setDrawn(false)
      drawn.remove()
    }
  }, [source, theme, still])

  useEffect(() => {
    map?.fitBounds(bounds, { padding, maxZoom, animate: false })
  }, [map, bounds, padding, maxZoom])
  useEffect(() => {
    if (map) setData(map, SOURCES.circle, collection(area))
  }, [map, area])

  if (failed && props.fallback) return props.fallback
  if (failed) {
    return (
      <p className={cx('grid place-items-center bg-sunken p-6 text-center text-ink-2', props.className)}>
        <span className="max-w-sm">{t('common.map.webglMissing')}</span>
      </p>
    )
  }
  const zoom = (by: number) => map?.easeTo({ zoom: map.getZoom() + by, duration: 180 }, { byHand: true })
  return (
    <div className={cx('relative isolate overflow-hidden bg-sunken', props.className)}>
      <div ref={box} className="size-full" data-map={isDrawn ? 'drawn' : 'loading'} />
      {still ? null : (
        <div className="absolute end-3 top-3 z-10 grid gap-1.5">
          <IconButton icon={Plus} label={t('common.map.zoomIn')} look="outline" onClick={() => zoom(1)} />
          <IconButton icon={Minus} label={t('common.map.zoomOut')} look="outline" onClick={() => zoom(-1)} />
        </div>
      )}
      {map ? <MapContext value={map}>{children}</MapContext> : null}
    </div>
  )
}

function viewOf(map: MapLibre, byHand: boolean): MapView {
  const { lat, lng } = map.getCenter()
  return { bounds: boundsOfMap(map), center: { lat, lng }, zoom: map.getZoom(), byHand }
}

function boundsOfMap(map: MapLibre): Bounds {
  const bounds = map.getBounds()
  return [bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()]
}

/** Coastlines and place names in view; on failure the map stays unchanged. */
function fillNames(map: MapLibre, namesWithin: MapCanvasProps['namesWithin']): void {
  const bounds = boundsOfMap(map)
  void landWithin(bounds).then((land) => setData(map, SOURCES.coast, land))
  namesWithin(bounds, map.getZoom()).then(
    (places) => setData(map, SOURCES.places, points(places)),
    () => undefined, // without names the map is still a map
  )
}

function setData(map: MapLibre, source: string, data: FeatureCollection): void {
  // The style may still be loading, or the map may be removed, when the data arrives.
  const known = map.style ? map.getSource(source) : undefined
  if (known instanceof GeoJSONSource) void known.setData(data)
}

function collection(feature: Feature<Polygon> | null): FeatureCollection {
  return { type: 'FeatureCollection', features: feature ? [feature] : [] }
}

function points(places: readonly NamedPlace[]): FeatureCollection {
  return {
    type: 'FeatureCollection',
    features: places.map(({ name, lat, lng, people }) => ({
      type: 'Feature',
      properties: { name, people },
      geometry: { type: 'Point', coordinates: [lng, lat] },
    })),
  }
}

const dark = () => window.matchMedia('(prefers-color-scheme: dark)')

function subscribe(listener: () => void): () => void {
  const query = dark()
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Light or dark: the chosen theme, or else the system's. */
function useMapTheme(): MapTheme {
  const theme = useTheme()
  const systemIsDark = useSyncExternalStore(subscribe, () => dark().matches)
  if (theme !== 'system') return theme
  return systemIsDark ? 'dark' : 'light'
}
