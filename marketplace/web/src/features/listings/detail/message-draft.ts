/**
 * A first message that was begun, kept in this tab while its writer signs in. The client id stays with the text, so
 * that sending it twice makes one message.
 */
export interface MessageDraft {
  body: string
  clientId: string
}

const keyOf = (listingId: string) => `message-draft:${listingId}`

export function readMessageDraft(listingId: string): MessageDraft | null {
  try {
    const stored: unknown = JSON.parse(sessionStorage.getItem(keyOf(listingId)) ?? 'null')
    if (typeof stored !== 'object' || stored === null || !('body' in stored) || !('clientId' in stored)) return null
    const { body, clientId } = stored
    return typeof body === 'string' && typeof clientId === 'string' ? { body, clientId } : null
  } catch {
    // Storage denied or damaged: there is no draft.
    return null
  }
}

/** Null forgets it. */
export function keepMessageDraft(listingId: string, draft: MessageDraft | null): void {
  try {
    if (draft) sessionStorage.setItem(keyOf(listingId), JSON.stringify(draft))
    else sessionStorage.removeItem(keyOf(listingId))
  } catch {
    // Storage denied: the text stays in its field for as long as the page does.
  }
}
