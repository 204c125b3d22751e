/** What the auth store needs from the page, which is loaded first. */
export const pageOpening = {
  /** Read before the client removes the session from the URL. */
  byRecoveryLink: isRecoveryLink(globalThis.location?.hash ?? ''),
  /** Navigates to a path; replaced by the router. */
  go: (path: string): void => location.assign(path),
}

function isRecoveryLink(hash: string): boolean {
  return hash.includes('access_token=') && hash.includes('type=recovery')
}
