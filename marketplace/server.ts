import { join } from 'node:path'
import { runFromCommandLine } from '../backend/src/command-line.ts'
import { functionsIn } from '../backend/src/functions/find-functions.ts'
import type { App } from '../backend/src/index.ts'
import { isKnownPath } from './contract/paths.ts'
import { seedDemo } from './database/seed/seed-demo.ts'
import { expireListings } from './jobs/expire-listings.ts'
import { indexCategories } from './jobs/index-categories.ts'
import { refreshSellerFacts } from './jobs/refresh-seller-facts.ts'
import { remindOfExpiry } from './jobs/remind-of-expiry.ts'
import { settleTrades } from './jobs/settle-trades.ts'

/** Souk: an application on the backend. The only file that imports the backend at run time. */
await runFromCommandLine(
  (config, keyring): App => ({
    migrations: join(import.meta.dirname, 'database/migrations'),
    functions: functionsIn(join(import.meta.dirname, 'functions'), {
      'ai-support-assistant': {
        // Visitors may ask as well; what they may read is what row level security gives them.
        verifyJwt: false,
        timeoutMs: 20_000,
        bodyLimitBytes: 64 * 1024,
        env: {
          BRAND_NAME: config.brandName,
          ADDRESS_KEY: Buffer.from(keyring.deriveSecret('assistant-address')).toString('base64url'),
        },
      },
    }),
    web: {
      dist: join(import.meta.dirname, 'web/dist'),
      isKnownPath,
      clientConfig: {
        brandName: config.brandName,
        publishableKey: keyring.apiKeys.publishableKey,
        operatorName: config.operatorName,
        contactEmail: config.contactEmail,
        mailbox: config.smtpUrl === null && !config.production ? '/dev/mail' : null,
        googleSignIn: config.google !== null,
        demo: config.demo,
      },
    },
    jobs: [expireListings, remindOfExpiry, indexCategories, settleTrades, refreshSellerFacts],
    seedDemo,
  }),
)
