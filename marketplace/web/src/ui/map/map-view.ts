import type { Bounds } from './geometry.ts'

/** A place to write on the map. */
export interface NamedPlace {
  name: string
  lat: number
  lng: number
  people: number
}

/** A map from elsewhere, as the configuration of the server names it. */
export interface MapSource {
  styleUrl: string | null
  tilesUrl: string | null
  attribution: string | null
}

/** What the map shows when it has come to rest. */
export interface MapView {
  bounds: Bounds
  center: { lat: number; lng: number }
  zoom: number
  /** Whether somebody moved it there. */
  byHand: boolean
}
