export interface ToastMessage {
  title: string
  description?: string
  tone?: 'success' | 'error' | 'info'
  action?: { label: string; onClick: () => void }
  /** Until it is closed or acted on. */
  stays?: boolean
  /** Of one matter only the newest notice stays: a success takes the place of the error before it. */
  matter?: string
}

const waiting: ToastMessage[] = []
const listeners = new Set<() => void>()
let show: ((message: ToastMessage) => void) | null = null
let wanted = false

/**
 * Shows a notice for 4 seconds; an error with an action stays until it is closed. The toaster's code loads with the
 * first notice, so that it costs the first paint nothing; until then notices wait here.
 */
export function toast(message: ToastMessage): void {
  if (show) {
    show(message)
    return
  }
  waiting.push(message)
  wanted = true
  for (const listener of listeners) listener()
}

/** Tells when the first notice has come; for `useSyncExternalStore`, with `isToasterWanted`. */
export function onToasterWanted(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function isToasterWanted(): boolean {
  return wanted
}

/** The mounted toaster takes over: what waited is shown at once. */
export function connectToaster(showToast: (message: ToastMessage) => void): () => void {
  show = showToast
  for (const message of waiting.splice(0)) showToast(message)
  return () => {
    show = null
  }
}
