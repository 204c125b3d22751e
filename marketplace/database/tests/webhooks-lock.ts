/** Lock for the tests with endpoints: one of them commits its rows, for other processes to see. */
export const WEBHOOKS_LOCK = 20_261_122
