import {
  AttributionControl,
  Map as MapLibre,
  type PaddingOptions,
  type StyleSpecification,
  setWorkerUrl,
} from 'maplibre-gl'
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url'
import type { Bounds } from './geometry.ts'
import { roughWorld } from './land.ts'
import { circleLayers, type MapTheme, offlineStyle, SOURCES, tileStyle } from './map-style.ts'
import type { MapSource } from './map-view.ts'

// From this installation, like everything else: the page's CSP allows no other source.
setWorkerUrl(new URL(workerUrl, location.href).href)

interface MapWish {
  container: HTMLElement
  label: string
  bounds: Bounds
  padding: number | PaddingOptions
  maxZoom: number
  theme: MapTheme
  source: MapSource | null
  still: boolean
}

/** Padding in pixels around the bounds: room for pins, none for static maps. */
export function paddingOf(still: boolean): number {
  return still ? 8 : 56
}

/** Creates a map inside `container`; null if the browser has no WebGL. */
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
    // The help button is at the bottom right.
    map.addControl(new AttributionControl({ compact: true }), 'bottom-left')
    // Ours collapses after loading, since attribution would cover a small map. Tile providers require theirs to stay visible.
    if (!source) map.once('idle', () => foldAttribution(container))
    map.touchZoomRotate.disableRotation()
    map.keyboard.disableRotation()
    if (source?.styleUrl) map.on('style.load', () => addCircle(map, theme))
    return map
  } catch {
    // A driver may fail although the probe succeeded: show the same fallback.
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

/** A custom style lacks our circle layer. */
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
