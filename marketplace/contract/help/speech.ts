/** What the page and the function `transcribe` agree on. */
export const SPEECH = {
  function: 'transcribe',
  /** Nobody describes a thing for longer; the page stops by itself. */
  maxSeconds: 60,
  /** Of the recording: a minute of what browsers record, with room. */
  maxBytes: 3 * 1024 * 1024,
  perHour: { guest: 20, signedIn: 60 },
} as const

export interface Transcript {
  text: string
}
