import type { Map as MapLibre } from 'maplibre-gl'
import type { Spot } from './geometry.ts'

/** Elements positioned at coordinates of a map. */
export interface PinPlaces {
  /** Contains the pins. */
  readonly element: HTMLElement
  /** Adds the layer to the map and moves it along. Returns a function that removes it. */
  follow(): () => void
  /** Positions an element of the layer. Returns a function that removes it. */
  add(pin: HTMLElement, spot: Spot): () => void
}

/** While the map is dragged, one transform moves all pins, so a frame costs the same for one as for a thousand. Zooming repositions each. */
export function pinPlaces(map: MapLibre): PinPlaces {
  const element = document.createElement('div')
  element.className = 'pointer-events-none absolute start-0 top-0 will-change-transform'
  const pins = new Map<HTMLElement, Spot>()
  /** The view at the last repositioning, and the layer's offset since then in pixels. */
  let origin = map.getCenter()
  let zoom = Number.NaN
  let shift = { x: 0, y: 0 }

  const place = (pin: HTMLElement, { lat, lng }: Spot) => {
    // The copy of the world that is in view.
    const turns = Math.round((map.getCenter().lng - lng) / 360)
    const { x, y } = map.project([lng + 360 * turns, lat])
    pin.style.transform = `translate(-50%, -50%) translate(${Math.round(x - shift.x)}px, ${Math.round(y - shift.y)}px)`
  }
  const move = (to: { x: number; y: number }) => {
    shift = to
    element.style.transform = `translate(${to.x}px, ${to.y}px)`
  }
  const placeAll = () => {
    origin = map.getCenter()
    zoom = map.getZoom()
    move({ x: 0, y: 0 })
    for (const [pin, spot] of pins) place(pin, spot)
  }
  const keepUp = () => {
    if (map.getZoom() !== zoom) return placeAll()
    const { clientWidth, clientHeight } = map.getContainer()
    const { x, y } = map.project(origin)
    move({ x: x - clientWidth / 2, y: y - clientHeight / 2 })
  }
  return {
    element,
    follow() {
      map.getCanvasContainer().append(element)
      placeAll()
      map.on('move', keepUp)
      // Rounded to whole pixels when idle, which keeps text sharp.
      map.on('moveend', placeAll)
      map.on('resize', placeAll)
      return () => {
        map.off('move', keepUp)
        map.off('moveend', placeAll)
        map.off('resize', placeAll)
        element.remove()
      }
    },
    add(pin, spot) {
      pins.set(pin, spot)
      place(pin, spot)
      return () => void pins.delete(pin)
    },
  }
}
