export interface ToastMessage {
  title: string
  description?: string
  tone?: 'success' | 'error' | 'info'
  action?: { label: string; onClick: () => void }
}

/**
 * Shows a notice for 4 seconds; an error with an action stays until it is closed.
 * The toaster loads with the first notice, so that it costs the first paint nothing.
 */
export async function toast(message: ToastMessage): Promise<void> {
  const { showToast } = await import('./Toaster.tsx')
  showToast(message)
}
