const KEY = 'souk-device'

/**
 * A random name of this browser, made once. The limits against floods of new accounts count by it; it says nothing of the person.
 * Empty where nothing can be stored.
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
    return '' // storage is closed to this page, or the page is not served securely
  }
}
