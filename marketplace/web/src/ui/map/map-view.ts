import type { Bounds } from './geometry.ts'

/** A place label on the map. */
export interface NamedPlace {
  name: string
  lat: number
  lng: number
  people: number
}

/** An external map, as configured on the server. */
export interface MapSource {
  styleUrl: string | null
  tilesUrl: string | null
  attribution: string | null
}

/** The visible part of the map after a move. */
export interface MapView {
  bounds: Bounds
  center: { lat: number; lng: number }
  zoom: number
  /** Whether the user moved it. */
  byHand: boolean
}
