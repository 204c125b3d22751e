/** Exports nothing that could be called. */
export const answer = 'plum'
