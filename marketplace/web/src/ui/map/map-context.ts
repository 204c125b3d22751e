import type { Map as MapLibre } from 'maplibre-gl'
import { createContext, useContext } from 'react'

export const MapContext = createContext<MapLibre | null>(null)

/** The map around a pin. @throws {Error} outside of a map, which is a programming error */
export function useMap(): MapLibre {
  const map = useContext(MapContext)
  if (!map) throw new Error('A pin stands inside a MapCanvas.')
  return map
}
