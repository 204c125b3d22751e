/** Exports no handler. */
export const answer = 'plum'
