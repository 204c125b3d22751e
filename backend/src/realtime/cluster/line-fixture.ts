import type { Bus, BusEvents } from './bus.ts'

/** A bus for tests: it can lose texts, be unavailable, and lose a listener like a killed process. */
export class Line {
  readonly listeners = new Map<object, BusEvents>()
  readonly texts: string[] = []
  loses: (text: string) => boolean = () => false
  isAway = false

  bus(): Bus {
    const key = {}
    return {
      start: (events) => {
        this.listeners.set(key, events)
        setImmediate(events.onOpen)
      },
      publish: async (text) => {
        if (this.isAway) throw new Error('away')
        this.texts.push(text)
        if (this.loses(text)) return
        for (const { onText } of this.listeners.values()) onText(text)
      },
      countListeners: async () => this.listeners.size,
      stop: async () => void this.listeners.delete(key),
    }
  }
}
