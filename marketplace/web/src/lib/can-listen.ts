import { useSyncExternalStore } from 'react'
import { config } from './config.ts'

/** How this page can transcribe speech: in the browser, on the server, or not at all. Speech is never the only way to enter anything. */
export function howToListen(): 'browser' | 'server' | null {
  if (typeof window === 'undefined') return null
  if ('SpeechRecognition' in window || 'webkitSpeechRecognition' in window) return 'browser'
  const canRecord = 'MediaRecorder' in window && navigator.mediaDevices?.getUserMedia !== undefined
  return config.serverSpeech && canRecord ? 'server' : null
}

const never = () => () => undefined

/** Whether to show a microphone button. True in server-rendered pages, since nearly every browser can transcribe. */
export function useCanListen(): boolean {
  return useSyncExternalStore(
    never,
    () => howToListen() !== null,
    () => true,
  )
}
