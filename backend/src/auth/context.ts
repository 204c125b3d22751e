import type { KeyObject } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import type { Sql } from '../database/database.ts'
import type { Keyring } from '../jwt/keyring.ts'
import type { ApplicationRights } from '../jwt/token-rights.ts'
import type { SmsSender } from '../sms/sms.ts'
import type { AuthEmails } from './emails/auth-emails.ts'
import type { WordsFor } from './emails/words.ts'
import type { Hooks } from './hooks/hooks.ts'
import type { Passwords } from './passwords/passwords.ts'
import type { Providers } from './providers/providers.ts'
import type { RareActionLimited, RateLimited } from './rate-limits/rate-limits.ts'
import type { SendingLimits } from './rate-limits/sending-limits.ts'
import type { GuessDelay } from './sign-in/guess-delay.ts'
import type { RequireLastingAddress } from './sign-up/disposable-addresses.ts'

/** Dependencies of every endpoint of this service. */
export interface AuthContext {
  readonly config: Config
  /** The owner's connection, which bypasses row level security. */
  readonly sql: Sql
  readonly keyring: Keyring
  readonly passwords: Passwords
  readonly requireLastingAddress: RequireLastingAddress
  readonly emails: AuthEmails
  /** Looks up the texts of emails and text messages in a user's language. */
  readonly wordsFor: WordsFor
  readonly log: Logger
  /** The service's base URL, `<publicUrl>/auth/v1`; also the issuer of its tokens. */
  readonly issuer: string
  readonly refreshSecret: KeyObject
  /** Runs work after the response, so that its duration reveals nothing to the caller. */
  readonly inBackground: (what: string, work: () => Promise<void>) => void
  readonly sms: SmsSender
  readonly hooks: Hooks
  readonly limit: RateLimited
  readonly limitRareAction: RareActionLimited
  readonly sending: SendingLimits
  readonly guessDelay: GuessDelay
  /** Requires a solved captcha if one is configured; a `preHandler`. */
  readonly captcha: (request: FastifyRequest) => Promise<void>
  readonly providers: Providers
  readonly applications: ApplicationRights
}
