/** The answer to the analytics consent question. Stored on this device only. */
export type Choice = 'yes' | 'no'

const STORED = 'analytics'

const listeners = new Set<() => void>()
/** Fallback where storage is blocked: the answer lasts until the page is left. */
let answered: Choice | null = null

/** Whether the browser declines on the user's behalf (Global Privacy Control), which counts as an answer. */
export function browserDeclines(): boolean {
  return (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true
}

/** The answer; null before there is one. */
export function currentChoice(): Choice | null {
  if (browserDeclines()) return 'no'
  return answered ?? storedChoice()
}

function storedChoice(): Choice | null {
  try {
    const stored = localStorage.getItem(STORED)
    return stored === 'yes' || stored === 'no' ? stored : null
  } catch {
    return null
  }
}

/** Stores an answer; it can be changed at any time. */
export function choose(choice: Choice): void {
  answered = choice
  try {
    localStorage.setItem(STORED, choice)
  } catch {
    // Storage may be blocked: the question is asked again on the next visit.
  }
  for (const listener of listeners) listener()
}

export function onChoice(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
