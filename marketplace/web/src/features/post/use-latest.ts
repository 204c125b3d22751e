import { type RefObject, useLayoutEffect, useRef } from 'react'

/** What the newest render was given, for timers and handlers that outlive a render. Effects find it up to date. */
export function useLatest<T>(value: T): Readonly<RefObject<T>> {
  const latest = useRef(value)
  useLayoutEffect(() => {
    latest.current = value
  })
  return latest
}
