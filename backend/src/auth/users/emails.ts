import { invalid } from '../errors.ts'

/** The pattern of HTML's `<input type=email>`: ASCII only, so lower-casing has no surprises. */
const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/

/** Normalises an address for looking up accounts: lower case, otherwise as given. */
export function parseEmail(given: string): string {
  if (given === '') throw invalid('An email address is required')
  if (given.length > 255) throw invalid('An email address is too long')
  const email = given.toLowerCase()
  if (!EMAIL.test(email)) throw invalid('Unable to validate email address: invalid format')
  return email
}
