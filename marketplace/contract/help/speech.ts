/** Contract between the page and the function `transcribe`. */
export const SPEECH = {
  function: 'transcribe',
  /** Enough to describe any item; the page stops by itself. */
  maxSeconds: 60,
  /** Size of a recording: a minute of what browsers record, with a margin. */
  maxBytes: 3 * 1024 * 1024,
  perHour: { guest: 20, signedIn: 60 },
} as const

export interface Transcript {
  text: string
}
