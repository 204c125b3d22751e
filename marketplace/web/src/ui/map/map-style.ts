import type { FeatureCollection } from 'geojson'
import type { LayerSpecification, StyleSpecification } from 'maplibre-gl'

export type MapTheme = 'light' | 'dark'

/** Sources filled by the map itself: coastlines, place names, the search circle. */
export const SOURCES = { coast: 'coast', places: 'places', circle: 'circle' } as const

/** Hex, because MapLibre does not support `oklch()`. Close to the tokens paper, line, ink-2 and brand of styles.css. */
const COLOURS = {
  light: { sea: '#c5dde3', land: '#f1f0ea', name: '#4b5a57', halo: '#fbfaf7', brand: '#0a6057' },
  dark: { sea: '#0d2229', land: '#212e2f', name: '#b9c6c0', halo: '#16201f', brand: '#62c9b5' },
} as const

/** From this zoom on, detailed coastlines replace the coarse ones. */
const COAST_ZOOM = 4.5

const NOTHING: FeatureCollection = { type: 'FeatureCollection', features: [] }

/** Labels use a font of the page: no glyphs are fetched. */
const FACE = ['Instrument Sans Variable', 'system-ui', 'sans-serif']

/** The offline map: land, sea and town names, from files of this installation only. */
export function offlineStyle(theme: MapTheme, world: FeatureCollection): StyleSpecification {
  const { sea, land } = COLOURS[theme]
  return {
    version: 8,
    sources: {
      world: { type: 'geojson', data: world },
      [SOURCES.coast]: { type: 'geojson', data: NOTHING, tolerance: 0.2, attribution: 'Natural Earth' },
      [SOURCES.places]: { type: 'geojson', data: NOTHING, attribution: 'GeoNames, CC BY 4.0' },
      [SOURCES.circle]: { type: 'geojson', data: NOTHING },
    },
    layers: [
      { id: 'sea', type: 'background', paint: { 'background-color': sea } },
      { id: 'world', type: 'fill', source: 'world', maxzoom: COAST_ZOOM, paint: { 'fill-color': land } },
      {
        id: 'coast',
        type: 'fill',
        source: SOURCES.coast,
        minzoom: COAST_ZOOM,
        paint: { 'fill-color': land, 'fill-antialias': false },
      },
      ...circleLayers(theme),
      ...nameLayers(theme),
    ],
  }
}

/** Raster tiles of the operator's choice, below the same circle. */
export function tileStyle(theme: MapTheme, tilesUrl: string, attribution: string | null): StyleSpecification {
  return {
    version: 8,
    sources: {
      tiles: {
        type: 'raster',
        tiles: [tilesUrl],
        tileSize: 256,
        maxzoom: 19,
        ...(attribution && { attribution }),
      },
      [SOURCES.circle]: { type: 'geojson', data: NOTHING },
    },
    layers: [
      { id: 'sea', type: 'background', paint: { 'background-color': COLOURS[theme].sea } },
      {
        id: 'tiles',
        type: 'raster',
        source: 'tiles',
        paint: theme === 'dark' ? { 'raster-brightness-max': 0.62, 'raster-saturation': -0.4 } : {},
      },
      ...circleLayers(theme),
    ],
  }
}

/** The circle of a search or of an ad's area: always above the land and below the labels. */
export function circleLayers(theme: MapTheme): LayerSpecification[] {
  const { brand } = COLOURS[theme]
  return [
    {
      id: 'circle-fill',
      type: 'fill',
      source: SOURCES.circle,
      paint: { 'fill-color': brand, 'fill-opacity': ['coalesce', ['get', 'fill'], 0.18] },
    },
    { id: 'circle-line', type: 'line', source: SOURCES.circle, paint: { 'line-color': brand, 'line-width': 2 } },
  ]
}

function nameLayers(theme: MapTheme): LayerSpecification[] {
  const { name, halo, land } = COLOURS[theme]
  return [
    {
      id: 'place-dots',
      type: 'circle',
      source: SOURCES.places,
      paint: {
        'circle-radius': ['interpolate', ['linear'], ['get', 'people'], 0, 2, 1_000_000, 4],
        'circle-color': name,
        'circle-opacity': 0.7,
        'circle-stroke-color': land,
        'circle-stroke-width': 1,
      },
    },
    {
      id: 'place-names',
      type: 'symbol',
      source: SOURCES.places,
      layout: {
        'text-field': ['get', 'name'],
        'text-font': FACE,
        'text-size': ['interpolate', ['linear'], ['get', 'people'], 0, 12, 500_000, 15],
        'text-anchor': 'top',
        'text-offset': [0, 0.35],
        'text-padding': 6,
        // Larger towns first: they win where labels overlap.
        'symbol-sort-key': ['-', 0, ['get', 'people']],
      },
      paint: { 'text-color': name, 'text-halo-color': halo, 'text-halo-width': 1.4 },
    },
  ]
}
