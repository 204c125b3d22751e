import { join } from 'node:path'
import { runFromCommandLine } from '../backend/src/command-line.ts'
import type { Config } from '../backend/src/config.ts'
import type { ModelServer } from '../backend/src/config-models.ts'
import { functionsIn } from '../backend/src/functions/find-functions.ts'
import type { App } from '../backend/src/index.ts'
import type { Keyring } from '../backend/src/jwt/keyring.ts'
import { CONTACT } from './contract/contact.ts'
import { isKnownPath } from './contract/paths.ts'
import { SPEECH } from './contract/speech.ts'
import { seedDemo } from './database/seed/seed-demo.ts'
import { countCommonWords } from './jobs/count-common-words.ts'
import { deliverNotifications } from './jobs/deliver-notifications.ts'
import { deliverTicketMails } from './jobs/deliver-ticket-mails.ts'
import { eraseAccounts } from './jobs/erase-accounts.ts'
import { expireListings } from './jobs/expire-listings.ts'
import { forgetMasked } from './jobs/forget-masked.ts'
import { forgetNotifications } from './jobs/forget-notifications.ts'
import { forgetTickets } from './jobs/forget-tickets.ts'
import { forgetViews } from './jobs/forget-views.ts'
import { indexCategories } from './jobs/index-categories.ts'
import { createPushSender, vapidPublicKey } from './jobs/push-sender.ts'
import { refreshSellerFacts } from './jobs/refresh-seller-facts.ts'
import { remindOfExpiry } from './jobs/remind-of-expiry.ts'
import { settleTrades } from './jobs/settle-trades.ts'
import { refreshSavedSearches, spreadListingNews } from './jobs/spread-listing-news.ts'

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
          ...modelEnvironment(config.assistant),
          BRAND_NAME: config.brandName,
          ADDRESS_KEY: Buffer.from(keyring.deriveSecret('assistant-address')).toString('base64url'),
        },
      },
      contact: {
        // Whoever cannot sign in needs it most.
        verifyJwt: false,
        timeoutMs: 30_000,
        bodyLimitBytes: CONTACT.pictures.most * CONTACT.pictures.maxBytes + 512 * 1024,
        env: { ADDRESS_KEY: Buffer.from(keyring.deriveSecret('assistant-address')).toString('base64url') },
      },
      transcribe: {
        // Visitors may search by voice as well.
        verifyJwt: false,
        timeoutMs: 30_000,
        bodyLimitBytes: SPEECH.maxBytes + 1024,
        env: {
          ...modelEnvironment(config.speech),
          ADDRESS_KEY: Buffer.from(keyring.deriveSecret('assistant-address')).toString('base64url'),
        },
      },
      'draft-from-photos': {
        timeoutMs: 70_000,
        bodyLimitBytes: 16 * 1024,
        env: modelEnvironment(config.vision),
      },
      'export-my-data': {
        // Between two pieces: a photo is fetched from storage, which may be far away.
        timeoutMs: 60_000,
        bodyLimitBytes: 1024,
        concurrency: 8,
      },
      unsubscribe: {
        // Whoever holds a signed link from a mail may use it, without an account.
        verifyJwt: false,
        bodyLimitBytes: 16 * 1024,
        env: { UNSUBSCRIBE_KEY: Buffer.from(keyring.deriveSecret('unsubscribe')).toString('base64url') },
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
        pushKey: vapidPublicKey(pushKeyOf(config, keyring)),
        mailbox: config.smtpUrl === null && !config.production ? '/dev/mail' : null,
        googleSignIn: config.google !== null,
        passkeys: config.auth.passkeys,
        demo: config.demo,
        serverSpeech: config.speech !== null,
        photoDrafts: config.vision !== null,
        assistantModel: config.assistant !== null,
        map: config.map && {
          styleUrl: config.map.styleUrl,
          tilesUrl: config.map.tilesUrl,
          attribution: config.map.attribution,
        },
      },
      fetchFrom: config.map?.origins ?? [],
    },
    jobs: [
      expireListings,
      remindOfExpiry,
      indexCategories,
      countCommonWords,
      settleTrades,
      refreshSellerFacts,
      forgetNotifications,
      forgetMasked,
      forgetViews,
      forgetTickets,
      deliverTicketMails({ operator: config.contactEmail }),
      eraseAccounts,
      spreadListingNews,
      refreshSavedSearches,
      deliverNotifications({
        unsubscribeKey: keyring.deriveSecret('unsubscribe'),
        push: createPushSender(pushKeyOf(config, keyring), complaintsAddress(config)),
      }),
    ],
    seedDemo,
  }),
)

/** Derived from the installation's own secret, so that all its servers sign alike; given where browsers know another one. */
function pushKeyOf({ vapidPrivateKey }: Config, keyring: Keyring): Uint8Array {
  return vapidPrivateKey === null ? keyring.deriveSecret('vapid') : Buffer.from(vapidPrivateKey, 'base64url')
}

/** Whom push services tell of trouble (RFC 8292, section 2.1). */
function complaintsAddress({ contactEmail, publicUrl }: Config): string {
  if (contactEmail !== null) return `mailto:${contactEmail}`
  return publicUrl.startsWith('https:') ? publicUrl : 'mailto:no-reply@localhost'
}

/** Where a function finds its model; empty when the operator has set up none. */
function modelEnvironment(server: ModelServer | null): Record<string, string> {
  return server ? { BASE_URL: server.baseUrl, API_KEY: server.apiKey ?? '', MODEL: server.model } : {}
}
