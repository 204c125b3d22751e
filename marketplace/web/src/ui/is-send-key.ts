import type { KeyboardEvent } from 'react'

/** Enter sends, Shift+Enter inserts a line break. During IME composition, Enter picks a candidate. */
export function isSendKey(event: KeyboardEvent): boolean {
  return event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing
}

/** For a text area in a form: Enter submits the form, unless its button is disabled. */
export function sendOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (!isSendKey(event)) return
  event.preventDefault()
  const { form } = event.currentTarget
  const button = form?.querySelector<HTMLButtonElement>('[type=submit]')
  if (!button?.disabled) form?.requestSubmit()
}
