/**
 * A draft of a first message, kept in this tab while the visitor signs in. The client id is stored with it, so that sending it twice
 * creates one message.
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
    // Storage is blocked or corrupt: no draft.
    return null
  }
}

/** Null deletes the draft. */
export function keepMessageDraft(listingId: string, draft: MessageDraft | null): void {
  try {
    if (draft) sessionStorage.setItem(keyOf(listingId), JSON.stringify(draft))
    else sessionStorage.removeItem(keyOf(listingId))
  } catch {
    // Storage is blocked: the text lasts as long as the page.
  }
}
