export interface ToastMessage {
  title: string
  description?: string
  tone?: 'success' | 'error' | 'info'
  action?: { label: string; onClick: () => void }
  /** Stays until it is closed or acted on. */
  stays?: boolean
  /** Replaces the previous notice of this topic: a success replaces the error before it. */
  matter?: string
}

const waiting: ToastMessage[] = []
const listeners = new Set<() => void>()
let show: ((message: ToastMessage) => void) | null = null
let wanted = false

/**
 * Shows a notice for 4 seconds; an error with an action stays until closed. The toaster's code loads with the first notice, keeping it out of the
 * first paint; until then notices are queued.
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

/** Notifies about the first notice; for `useSyncExternalStore`, with `isToasterWanted`. */
export function onToasterWanted(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function isToasterWanted(): boolean {
  return wanted
}

/** Connects the mounted toaster and shows queued notices. */
export function connectToaster(showToast: (message: ToastMessage) => void): () => void {
  show = showToast
  for (const message of waiting.splice(0)) showToast(message)
  return () => {
    show = null
  }
}
