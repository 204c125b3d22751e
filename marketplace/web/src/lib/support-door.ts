/** Whether the support card is open. Several buttons open it; a single card listens. */
let open = false
let opener: HTMLElement | null = null
const listeners = new Set<() => void>()

export const supportDoor = {
  isOpen: () => open,
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  /** Opens the card; closing it returns the focus to the button. */
  open(button: HTMLElement | null): void {
    opener = button
    set(true)
  },
  close(): void {
    set(false)
  },
  giveFocusBack(): void {
    opener?.focus()
  },
}

function set(next: boolean): void {
  open = next
  tell()
}

function tell(): void {
  for (const listener of listeners) listener()
}
