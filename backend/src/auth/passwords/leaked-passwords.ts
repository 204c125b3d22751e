import { createHash } from 'node:crypto'
import type { Logger } from 'pino'
import type { PasswordRules } from '../../config/passwords.ts'

/** Maximum time a sign-up waits for the external service. */
const TIMEOUT_MS = 2000
const PREFIX_LENGTH = 5
/** A range holds about 2,000 suffixes of 40 bytes with padding. */
const MOST_BYTES = 1024 * 1024

/**
 * Checks a password against the range API of Have I Been Pwned. Only the first five of its 40 SHA-1 hex digits are sent
 * (k-anonymity). If the service doesn't answer, the password passes, unless configured otherwise.
 */
export async function isLeaked(
  password: string,
  leaks: NonNullable<PasswordRules['leaks']>,
  log: Logger,
): Promise<boolean> {
  const hash = createHash('sha1').update(password).digest('hex').toUpperCase()
  try {
    const answer = await fetch(`${leaks.url}/range/${hash.slice(0, PREFIX_LENGTH)}`, {
      headers: { 'add-padding': 'true', 'user-agent': 'souk-backend' },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    if (!answer.ok) throw new Error(`The service for leaked passwords answered ${answer.status}.`)
    const lines = (await answer.text()).slice(0, MOST_BYTES).split('\n')
    // Padding entries have the count 0.
    return lines.some((line) => {
      const [suffix = '', count = ''] = line.trim().split(':')
      return suffix.toUpperCase() === hash.slice(PREFIX_LENGTH) && Number(count) > 0
    })
  } catch (err) {
    log.warn({ err }, 'the leaked-password service is unreachable')
    return leaks.failClosed
  }
}
