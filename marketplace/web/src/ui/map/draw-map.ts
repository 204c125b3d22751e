import { AttributionControl, Map as MapLibre, type StyleSpecification, setWorkerUrl } from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import type { Bounds } from './geometry.ts'
import { roughWorld } from './land.ts'
import { circleLayers, type MapTheme, offlineStyle, SOURCES, tileStyle } from './map-style.ts'
import type { MapSource } from './map-view.ts'

// From this installation, as everything else: the policy of the page allows no other.
setWorkerUrl(new URL(workerUrl, location.href).href)

interface MapWish {
  container: HTMLElement
  label: string
  bounds: Bounds
  padding: number
  maxZoom: number
  theme: MapTheme
  source: MapSource | null
  still: boolean
}

/** Pixels kept free around what must be in view: pins need room, a picture needs none. */
export function paddingOf(still: boolean): number {
  return still ? 8 : 56
}

/** Starts a map inside `container`; null where the browser has no WebGL. */
export function drawMap({
  container,
  label,
  bounds,
  padding,
  maxZoom,
  theme,
  source,
  still,
}: MapWish): MapLibre | null {
  if (!hasWebGl()) return null
  try {
    const map = new MapLibre({
      container,
      style: styleFor(theme, source),
      bounds,
      fitBoundsOptions: { padding, maxZoom },
      minZoom: 1,
      maxZoom: 17,
      interactive: !still,
      dragRotate: false,
      pitchWithRotate: false,
      touchPitch: false,
      renderWorldCopies: true,
      attributionControl: false,
      locale: { 'Map.Title': label },
    })
    // Bottom right is where help waits.
    map.addControl(new AttributionControl({ compact: true }), 'bottom-left')
    // Ours folds once it is drawn: on a small map the names of sources would cover what they are sources of. Providers of
    // tiles want to be seen.
    if (!source) map.once('idle', () => foldAttribution(container))
    map.touchZoomRotate.disableRotation()
    map.keyboard.disableRotation()
    if (source?.styleUrl) map.on('style.load', () => addCircle(map, theme))
    return map
  } catch {
    // A driver may refuse what the probe allowed: the same text stands in.
    container.replaceChildren()
    return null
  }
}

function foldAttribution(container: HTMLElement): void {
  container.querySelector('.maplibregl-compact-show')?.classList.remove('maplibregl-compact-show')
}

function styleFor(theme: MapTheme, source: MapSource | null): StyleSpecification | string {
  if (source?.styleUrl) return source.styleUrl
  if (source?.tilesUrl) return tileStyle(theme, source.tilesUrl, source.attribution)
  return offlineStyle(theme, roughWorld())
}

/** A style from elsewhere does not know our circle. */
function addCircle(map: MapLibre, theme: MapTheme): void {
  if (map.getSource(SOURCES.circle)) return
  map.addSource(SOURCES.circle, { type: 'geojson', data: { type: 'FeatureCollection', features: [] } })
  for (const layer of circleLayers(theme)) map.addLayer(layer)
}

function hasWebGl(): boolean {
  try {
    return document.createElement('canvas').getContext('webgl2') !== null
  } catch {
    return false
  }
}
