/** A code that was just made, as the mail needs it. */
export interface IssuedToken {
  /** Six digits, for people. */
  readonly otp: string
  /** What links carry and the database keeps. */
  readonly tokenHash: string
}
