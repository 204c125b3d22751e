/** What somebody answered when asked whether visits may be counted. Kept on this device alone. */
export type Choice = 'yes' | 'no'

const STORED = 'analytics'

const listeners = new Set<() => void>()
/** Where storage is forbidden, the answer holds until the page is left. */
let answered: Choice | null = null

/** Whether the browser itself declines for its user (Global Privacy Control): that counts as an answer. */
export function browserDeclines(): boolean {
  return (navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl === true
}

/** The answer, or null before there is one. */
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

/** Keeps an answer; it can be another one at any time. */
export function choose(choice: Choice): void {
  answered = choice
  try {
    localStorage.setItem(STORED, choice)
  } catch {
    // Storage may be forbidden: it is asked again on the next visit.
  }
  for (const listener of listeners) listener()
}

export function onChoice(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
