import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { GeoJSONVT } from '@maplibre/geojson-vt'
import type { MultiPolygon, Position } from 'geojson'
import { feature } from 'topojson-client'
import type { GeometryCollection, Topology } from 'topojson-specification'
import type { Plugin } from 'vite'

/**
 * The world's coastlines for the offline map, cut into cells so that a page loads only what is in view. From Natural Earth (public domain)
 * via the package world-atlas, at 1:10 million; all of it would be 3 MB.
 */
const ZOOM = 4
/** Grid steps across a cell of 22.5 degrees: about 80 m each. */
const EXTENT = 32_768
/** Overlap of cells in steps: without it, hairlines would show between them. */
const OVERLAP = 128
const MODULE = 'virtual:land-cells'

interface LandCell {
  name: string
  json: string
}

/**
 * Provides `virtual:land-cells` = {folder, cells, world}: the location of `<x>-<y>.json`, which of the 16 x 16 exist, and the whole world at
 * 1:110 million. Read by src/ui/map/land.ts.
 */
export function landCells(): Plugin {
  let cells: LandCell[] | null = null
  const cut = () => {
    cells ??= cutLand(readLand('10m'))
    return cells
  }
  const folder = () => {
    const hash = createHash('sha256')
    for (const { name, json } of cut()) hash.update(name).update(json)
    return `assets/land-${hash.digest('base64url').slice(0, 8)}`
  }
  return {
    name: 'land-cells',
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : null),
    load(id) {
      if (id !== `\0${MODULE}`) return null
      const names = cut().map(({ name }) => name)
      const world = readLand('110m').coordinates.map((polygon) =>
        polygon.map((ring) => differences(ring.map(([lng = 0, lat = 0]) => milliDegrees(lng, lat)))),
      )
      return Object.entries({ folder: `/${folder()}`, cells: names, world })
        .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)}\n`)
        .join('')
    },
    generateBundle() {
      for (const { name, json } of cut()) {
        this.emitFile({ type: 'asset', fileName: `${folder()}/${name}.json`, source: json })
      }
    },
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const name = /^\/assets\/land-[\w-]{8}\/(\d+-\d+)\.json$/.exec(request.url ?? '')?.[1]
        const cell = name && cut().find((one) => one.name === name)
        if (!cell) return next()
        response.setHeader('content-type', 'application/json')
        response.end(cell.json)
      })
    },
  }
}

/** All land as polygons on a plane. */
export function readLand(scale: '10m' | '110m'): MultiPolygon {
  const source = createRequire(import.meta.url).resolve(`world-atlas/land-${scale}.json`)
  const topology = JSON.parse(readFileSync(source, 'utf8')) as Topology<{ land: GeometryCollection }> // Natural Earth's own shape
  const polygons = feature(topology, topology.objects.land).features.flatMap(({ geometry }) =>
    geometry.type === 'MultiPolygon' ? geometry.coordinates : [],
  )
  return { type: 'MultiPolygon', coordinates: polygons.map((polygon) => polygon.map(unwrapped)) }
}

/**
 * A ring on the globe as one on the plane: where it crosses the 180th meridian, it goes on beyond it instead of jumping around the world. A
 * ring around the South Pole goes along the pole.
 */
function unwrapped(ring: Position[]): Position[] {
  let turns = 0
  const flat = ring.map(([lng = 0, lat = 0], at) => {
    const before = ring[at - 1]?.[0] ?? lng
    if (lng - before > 180) turns--
    if (before - lng > 180) turns++
    return [lng + 360 * turns, lat] as const
  })
  const [first] = flat
  if (turns !== 0 && first) flat.push([first[0] + 360 * turns, -90], [first[0], -90], first)
  const lngs = flat.map(([lng]) => lng)
  const shift = 360 * Math.round((Math.min(...lngs) + Math.max(...lngs)) / 2 / 360)
  return flat.map(([lng, lat]) => [lng - shift, lat])
}

function cutLand(land: MultiPolygon): LandCell[] {
  const index = new GeoJSONVT(
    { type: 'Feature', properties: {}, geometry: land },
    {
      maxZoom: ZOOM,
      indexMaxZoom: ZOOM,
      indexMaxPoints: 0,
      tolerance: 0,
      extent: EXTENT,
      buffer: OVERLAP,
    },
  )
  const cells: LandCell[] = []
  for (let x = 0; x < 2 ** ZOOM; x++) {
    for (let y = 0; y < 2 ** ZOOM; y++) {
      const rings = (index.getTile(ZOOM, x, y)?.features ?? []).flatMap((one) => one.geometry as [number, number][][])
      if (rings.length === 0) continue
      const polygons = polygonsOf(rings).map((polygon) =>
        polygon.map((ring) => differences(ring.map((step) => toMilliDegrees(x, y, step)))),
      )
      cells.push({ name: `${x}-${y}`, json: JSON.stringify(polygons) })
    }
  }
  return cells
}

/** A tile lists rings in sequence: the holes of a polygon follow its outline and have the opposite winding. */
function polygonsOf(rings: readonly [number, number][][]): [number, number][][][] {
  const polygons: [number, number][][][] = []
  for (const ring of rings) {
    const last = polygons[polygons.length - 1]
    if (last?.[0] && Math.sign(areaOf(ring)) !== Math.sign(areaOf(last[0]))) last.push(ring)
    else polygons.push([ring])
  }
  return polygons
}

function areaOf(ring: readonly [number, number][]): number {
  return ring.reduce((sum, [x, y], at) => {
    const [nextX, nextY] = ring[(at + 1) % ring.length] ?? [x, y]
    return sum + x * nextY - nextX * y
  }, 0)
}

/** Converts a grid step (web Mercator) to thousandths of a degree: about 100 m, finer than the coastlines. */
function toMilliDegrees(x: number, y: number, [stepX, stepY]: [number, number]): [number, number] {
  const across = (x + stepX / EXTENT) / 2 ** ZOOM
  const down = (y + stepY / EXTENT) / 2 ** ZOOM
  const latitude = (Math.atan(Math.sinh(Math.PI * (1 - 2 * down))) * 180) / Math.PI
  return milliDegrees(across * 360 - 180, latitude)
}

function milliDegrees(lng: number, lat: number): [number, number] {
  return [Math.round(lng * 1000), Math.round(lat * 1000)]
}

/** Delta-encodes the points, [dx, dy, dx, dy, ...]: a third of the bytes. */
function differences(ring: readonly [number, number][]): number[] {
  let [lastX, lastY] = [0, 0]
  return ring.flatMap(([x, y], at) => {
    const step = [x - lastX, y - lastY]
    lastX = x
    lastY = y
    return at > 0 && step[0] === 0 && step[1] === 0 ? [] : step
  })
}
