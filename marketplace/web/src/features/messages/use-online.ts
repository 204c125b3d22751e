import { useEffect, useState } from 'react'
import { listenTo } from './live-topic.ts'

/** Whether a conversation partner is online anywhere; pass null to disable. Only that person can be present on their topic. */
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
