type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
const key = (conversationId: string) => `souk-message-draft:${conversationId}`

/** The unsent draft of one conversation, on this device. */
export function readDraft(storage: Store, conversationId: string): string {
  return storage.getItem(key(conversationId)) ?? ''
}

export function keepDraft(storage: Store, conversationId: string, body: string): void {
  if (body === '') storage.removeItem(key(conversationId))
  else storage.setItem(key(conversationId), body)
}

export function forgetDraft(storage: Store, conversationId: string): void {
  storage.removeItem(key(conversationId))
}
