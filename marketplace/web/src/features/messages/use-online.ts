import { useEffect, useState } from 'react'
import { listenTo } from './live-topic.ts'

/** Whether somebody I talk with has Souk open, anywhere; null asks about nobody. Only that person can be present there. */
export function useOnline(personId: string | null): boolean {
  const [isOnline, setOnline] = useState(false)
  useEffect(() => {
    if (personId === null) return
    const topic = listenTo(
      `user:${personId}`,
      { onPresence: (keys) => setOnline(keys.length > 0) },
      { watchesPresence: true },
    )
    return () => {
      setOnline(false)
      topic.leave()
    }
  }, [personId])
  return isOnline
}
