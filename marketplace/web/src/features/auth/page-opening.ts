const hash = globalThis.location?.hash ?? ''

/** Read before the client removes the session from the URL. */
export const openedByRecoveryLink = hash.includes('access_token=') && hash.includes('type=recovery')
