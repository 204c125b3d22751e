import { ACCOUNT_VARIABLES } from './accounts.ts'
import { CAPTCHA_VARIABLES } from './captcha.ts'
import { DATABASE_VARIABLES } from './database.ts'
import { TEMPLATE_VARIABLES } from './email-templates.ts'
import { FACTOR_VARIABLES } from './factors.ts'
import { FEDERATION_VARIABLES } from './federation.ts'
import { HOOK_VARIABLES } from './hooks.ts'
import { KEY_VARIABLES } from './keys.ts'
import { MAIL_VARIABLES } from './mail.ts'
import type { Variables } from './own-config.ts'
import { PASSWORD_VARIABLES } from './passwords.ts'
import { PROVIDER_VARIABLES } from './providers.ts'
import { RATE_LIMIT_VARIABLES } from './rate-limits.ts'
import { REALTIME_VARIABLES } from './realtime.ts'
import { REST_VARIABLES } from './rest.ts'
import { SERVER_VARIABLES } from './server.ts'
import { SESSION_VARIABLES } from './sessions.ts'
import { SMS_VARIABLES } from './sms.ts'
import { STORAGE_VARIABLES } from './storage.ts'

/** All variables of the backend, in the order of docs/configuration.md. */
export const SUBJECTS: Readonly<Record<string, Variables>> = {
  Server: SERVER_VARIABLES,
  Database: DATABASE_VARIABLES,
  Keys: KEY_VARIABLES,
  'Email and text messages': { ...MAIL_VARIABLES, ...SMS_VARIABLES },
  Accounts: { ...ACCOUNT_VARIABLES, ...FACTOR_VARIABLES, ...SESSION_VARIABLES, ...TEMPLATE_VARIABLES },
  Passwords: PASSWORD_VARIABLES,
  'External sign-in': { ...PROVIDER_VARIABLES, ...FEDERATION_VARIABLES },
  'Rate limits and captcha': { ...RATE_LIMIT_VARIABLES, ...CAPTCHA_VARIABLES },
  'Auth hooks': HOOK_VARIABLES,
  'Data API': REST_VARIABLES,
  Storage: STORAGE_VARIABLES,
  Realtime: REALTIME_VARIABLES,
}
