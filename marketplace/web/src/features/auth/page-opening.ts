/** What the store of the signed-in person needs of the page, which is there before it. */
export const pageOpening = {
  /** Read before the client takes the session out of the address. */
  byRecoveryLink: isRecoveryLink(globalThis.location?.hash ?? ''),
  /** Goes to a page; the router takes this over. */
  go: (path: string): void => location.assign(path),
}

function isRecoveryLink(hash: string): boolean {
  return hash.includes('access_token=') && hash.includes('type=recovery')
}
