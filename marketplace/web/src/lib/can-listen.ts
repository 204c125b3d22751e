import { useSyncExternalStore } from 'react'
import { config } from './config.ts'

/** How this page can take down speech: by the browser itself, by the server, or not at all. Never the only way to enter anything. */
export function howToListen(): 'browser' | 'server' | null {
  if (typeof window === 'undefined') return null
  if ('SpeechRecognition' in window || 'webkitSpeechRecognition' in window) return 'browser'
  const canRecord = 'MediaRecorder' in window && navigator.mediaDevices?.getUserMedia !== undefined
  return config.serverSpeech && canRecord ? 'server' : null
}

const never = () => () => undefined

/** Whether there is a button for it. Nearly every browser can: the page as the server draws it has the button. */
export function useCanListen(): boolean {
  return useSyncExternalStore(
    never,
    () => howToListen() !== null,
    () => true,
  )
}
