/** A new code, as needed for its email. */
export interface IssuedToken {
  /** Six digits, for users to type. */
  readonly otp: string
  /** Used in links, and stored in the database. */
  readonly tokenHash: string
}
