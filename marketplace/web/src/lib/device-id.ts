const KEY = 'souk-device'

/**
 * A random id of this browser, created once. Rate limits against mass sign-ups count by it; it reveals nothing about the user. Empty when
 * nothing can be stored.
 */
export function deviceId(open: () => Pick<Storage, 'getItem' | 'setItem'>, newId: () => string): string {
  try {
    const storage = open()
    const known = storage.getItem(KEY)
    if (known) return known
    const made = newId()
    storage.setItem(KEY, made)
    return made
  } catch {
    return '' // storage is blocked, or the page is not a secure context
  }
}
