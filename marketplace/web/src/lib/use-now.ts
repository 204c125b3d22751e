import { useEffect, useState } from 'react'

const MINUTE_MS = 60_000

/** The current time, updated every half minute while counting down. */
export function useNow(isCounting = true): Date {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    if (!isCounting) return
    const timer = setInterval(() => setNow(new Date()), MINUTE_MS / 2)
    return () => clearInterval(timer)
  }, [isCounting])
  return now
}
