/** What the store of the signed-in person needs of the page, which is there before it. */
export const pageOpening = {
  /** Read before the client takes the session out of the address. */
  byRecoveryLink: location.hash.includes('access_token=') && location.hash.includes('type=recovery'),
  /** Goes to a page; the router takes this over. */
  go: (path: string): void => location.assign(path),
}
