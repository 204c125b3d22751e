import type { KeyboardEvent } from 'react'

/** Enter sends, Shift+Enter makes a line. While an input method composes, Enter picks a candidate. */
export function isSendKey(event: KeyboardEvent): boolean {
  return event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing
}

/** For a field in a form: Enter sends the form, unless its button is disabled. */
export function sendOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (!isSendKey(event)) return
  event.preventDefault()
  const { form } = event.currentTarget
  const button = form?.querySelector<HTMLButtonElement>('[type=submit]')
  if (!button?.disabled) form?.requestSubmit()
}
