import { join } from 'node:path'
import { runFromCommandLine } from '../backend/src/command-line.ts'
import type { Config } from '../backend/src/config.ts'
import type { ModelServer } from '../backend/src/config-models.ts'
import { functionsIn } from '../backend/src/functions/find-functions.ts'
import type { WebApp } from '../backend/src/http/web-app.ts'
import type { App } from '../backend/src/index.ts'
import type { Keyring } from '../backend/src/jwt/keyring.ts'
import { brandingOver, followBrand } from './branding.ts'
import { CONTACT } from './contract/contact.ts'
import { acceptedTags, firstLanguageOf, languageOf } from './contract/languages.ts'
import { isKnownPath } from './contract/paths.ts'
import { SPEECH } from './contract/speech.ts'
import { seedDemo } from './database/seed/seed-demo.ts'
import { appIcons, appManifest, brandMark } from './documents/app-manifest.ts'
import type { Brand } from './documents/brand.ts'
import { createDescribePage } from './documents/describe-page.ts'
import { createDrawing } from './documents/drawing.ts'
import { feed } from './documents/feed.ts'
import { robots } from './documents/robots.ts'
import { shareImage } from './documents/share-image.ts'
import { sitemap, sitemapIndex } from './documents/sitemap.ts'
import type { Site } from './documents/wording.ts'
import { countCommonWords } from './jobs/count-common-words.ts'
import { deliverNotifications } from './jobs/deliver-notifications.ts'
import { deliverTicketMails } from './jobs/deliver-ticket-mails.ts'
import { deliverWebhooks } from './jobs/deliver-webhooks.ts'
import { eraseAccounts } from './jobs/erase-accounts.ts'
import { expireListings } from './jobs/expire-listings.ts'
import { forgetMasked } from './jobs/forget-masked.ts'
import { forgetNotifications } from './jobs/forget-notifications.ts'
import { forgetSearchHits } from './jobs/forget-search-hits.ts'
import { forgetTickets } from './jobs/forget-tickets.ts'
import { forgetViews } from './jobs/forget-views.ts'
import { forgetWebhooks } from './jobs/forget-webhooks.ts'
import { indexCategories } from './jobs/index-categories.ts'
import { knowOwnSite } from './jobs/know-own-site.ts'
import { createPushSender, vapidPublicKey } from './jobs/push-sender.ts'
import { refreshSellerFacts } from './jobs/refresh-seller-facts.ts'
import { remindOfExpiry } from './jobs/remind-of-expiry.ts'
import { renewSearch } from './jobs/renew-search.ts'
import { settleTrades } from './jobs/settle-trades.ts'
import { refreshSavedSearches, spreadListingNews } from './jobs/spread-listing-news.ts'
import { createWebhookSender } from './jobs/webhook-sender.ts'
import { writeHelpArticles } from './jobs/write-help-articles.ts'

/** Souk: an application on the backend. The only file that imports the backend at run time. */
await runFromCommandLine((config, keyring) =>
  souk(config, keyring, followBrand(brandingOver(config), config.brandName)),
)

function souk(config: Config, keyring: Keyring, { settings, brand }: ReturnType<typeof followBrand>): App {
  return {
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
      webhooks: {
        timeoutMs: 10_000,
        bodyLimitBytes: 16 * 1024,
        env: { SEAL_KEY: Buffer.from(keyring.deriveSecret('webhooks')).toString('base64url') },
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
      languageOf: ({ search, acceptLanguage }) =>
        languageOf(search.get('lang')) ?? firstLanguageOf(acceptedTags(acceptLanguage)),
      clientConfig: {
        brandName: config.brandName,
        publishableKey: keyring.apiKeys.publishableKey,
        currency: config.currency,
        analytics: config.analytics && {
          scriptUrl: config.analytics.scriptUrl,
          attributes: config.analytics.attributes,
          name: config.analytics.name,
        },
        languages: config.languages,
        operatorName: config.operatorName,
        contactEmail: config.contactEmail,
        pushKey: vapidPublicKey(pushKeyOf(config, keyring)),
        mailbox: config.smtpUrl === null && !config.production ? '/dev/mail' : null,
        googleSignIn: config.google !== null,
        captcha: captchaOf(config),
        account: {
          phoneFactor: config.auth.mfa.types.includes('phone'),
          phones: config.auth.phone,
          currentPassword: config.auth.passwordUpdate.currentPassword,
          providers: config.auth.manualLinking ? config.auth.providers.map(({ name }) => name) : [],
          letsAppsIn: config.auth.oauthServer !== null,
        },
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
      widgetsFrom: captchaOrigins(config),
      countsFrom: config.analytics?.origins ?? [],
      publicUrl: config.publicUrl,
      ...documents({ publicUrl: config.publicUrl, publishableKey: keyring.apiKeys.publishableKey }, brand),
    },
    settings,
    jobs: [
      expireListings,
      remindOfExpiry,
      indexCategories,
      countCommonWords,
      renewSearch,
      knowOwnSite,
      settleTrades,
      writeHelpArticles,
      refreshSellerFacts,
      forgetNotifications,
      forgetMasked,
      forgetViews,
      forgetSearchHits,
      forgetTickets,
      forgetWebhooks,
      deliverWebhooks({
        sealKey: keyring.deriveSecret('webhooks'),
        sender: createWebhookSender({ toLoopback: !config.production }),
      }),
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
  }
}

/** What is found, followed and shared of the market without its app. */
function documents(
  { publicUrl, publishableKey }: Omit<Site, 'brandName'>,
  brand: Brand,
): Pick<WebApp, 'describePage' | 'drawPage' | 'documents'> {
  const site: Site = {
    publicUrl,
    publishableKey,
    get brandName() {
      return brand.name
    },
  }
  return {
    describePage: createDescribePage(site),
    drawPage: createDrawing(join(import.meta.dirname, 'web/dist/.drawing')),
    documents: [
      robots(site.publicUrl),
      sitemapIndex(site),
      sitemap(site),
      feed(site),
      shareImage(site),
      appManifest(brand),
      appIcons(brand),
      brandMark(brand),
    ],
  }
}

/** What a page shows to tell people from programs; null where nobody is asked. */
function captchaOf({ auth: { captcha, captchaWidget } }: Config) {
  return captcha && captchaWidget && { provider: captcha.provider, ...captchaWidget }
}

/** Where the widget's script and frames come from. hCaptcha spreads them over its own subdomains. */
function captchaOrigins(config: Config): readonly string[] {
  const captcha = captchaOf(config)
  if (!captcha) return []
  const own = new URL(captcha.scriptUrl).origin
  return captcha.provider === 'hcaptcha' ? [own, 'https://hcaptcha.com', 'https://*.hcaptcha.com'] : [own]
}

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
