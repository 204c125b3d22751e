import type { Map as MapLibre } from 'maplibre-gl'
import { createContext, useContext } from 'react'

export const MapContext = createContext<MapLibre | null>(null)

/** The map around a pin. @throws {Error} outside of one: a mistake in the code */
export function useMap(): MapLibre {
  const map = useContext(MapContext)
  if (!map) throw new Error('A pin stands inside a MapCanvas.')
  return map
}
