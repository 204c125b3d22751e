/** Of the tests with endpoints: one of them keeps what it writes, for processes of its own to see. */
export const WEBHOOKS_LOCK = 20_261_122
