import type { Map as MapLibre } from 'maplibre-gl'
import type { Spot } from './geometry.ts'

/** Elements that stand on spots of a map. */
export interface PinPlaces {
  /** Contains the pins. */
  readonly element: HTMLElement
  /** Puts the layer on the map and moves it along. Returns the opposite. */
  follow(): () => void
  /** Places an element of the layer. Returns the opposite. */
  add(pin: HTMLElement, spot: Spot): () => void
}

/** While the map is dragged, one transform moves all pins: a frame costs the same for one and for a thousand. Zooming places each anew. */
export function pinPlaces(map: MapLibre): PinPlaces {
  const element = document.createElement('div')
  element.className = 'pointer-events-none absolute start-0 top-0 will-change-transform'
  const pins = new Map<HTMLElement, Spot>()
  /** The view that the pins stand for, and how far the layer was moved since, in pixels. */
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
      // At rest on whole pixels, which keeps texts sharp.
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
