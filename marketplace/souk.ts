import { join } from 'node:path'
import type { App, Keyring, WebApp } from 'souk-backend'
import { functionsIn } from 'souk-backend'
import { brandingOver, followBrand } from './branding.ts'
import { type MarketConfig, readMarket } from './config/config.ts'
import type { ModelServer } from './config/models.ts'
import { buyerFeeOf } from './config/payments.ts'
import { PICTURE_SIZES } from './contract/ads/picture-sizes.ts'
import { APP_SCOPES } from './contract/app-scopes.ts'
import { CONTACT } from './contract/help/contact.ts'
import { SPEECH } from './contract/help/speech.ts'
import { acceptedTags, firstLanguageOf, languageOf } from './contract/languages.ts'
import { isKnownPath, paths } from './contract/paths.ts'
import { explainRefusal } from './contract/refusals/explain.ts'
import { appIcons, appManifest, brandMark } from './documents/app-manifest.ts'
import type { Brand } from './documents/brand.ts'
import { createDescribePage } from './documents/describe-page.ts'
import { feed } from './documents/feed.ts'
import { createRendering } from './documents/rendering.ts'
import { robots } from './documents/robots.ts'
import { shareImage } from './documents/share-image.ts'
import { sitemap, sitemapIndex } from './documents/sitemap.ts'
import type { Site } from './documents/wording.ts'
import { countCommonWords } from './jobs/count-common-words.ts'
import { countTransparency } from './jobs/count-transparency.ts'
import { deliverNotifications } from './jobs/deliver-notifications.ts'
import { deliverTicketEmails } from './jobs/deliver-ticket-emails.ts'
import { deliverWebhooks } from './jobs/deliver-webhooks.ts'
import { eraseAccounts } from './jobs/erase-accounts.ts'
import { expireListings } from './jobs/expire-listings.ts'
import { fanOutListingNews, refreshSavedSearches } from './jobs/fan-out-listing-news.ts'
import { forgetJobs } from './jobs/forget.ts'
import { giveBackLabels } from './jobs/give-back-labels.ts'
import { indexCategories } from './jobs/index-categories.ts'
import { knowOwnSite } from './jobs/know-own-site.ts'
import { createPushSender, vapidPublicKey } from './jobs/push-sender.ts'
import { reconcilePayments } from './jobs/reconcile-payments.ts'
import { refreshSellerFacts } from './jobs/refresh-seller-facts.ts'
import { remindOfExpiry } from './jobs/remind-of-expiry.ts'
import { renewSearch } from './jobs/renew-search.ts'
import { settleDeals } from './jobs/settle-deals.ts'
import { settleOrders } from './jobs/settle-orders.ts'
import { createWebhookSender } from './jobs/webhook-sender.ts'
import { writeHelpArticles } from './jobs/write-help-articles.ts'
import { openProvider } from './payments/open-provider.ts'
import type { PaymentProvider } from './payments/provider.ts'
import { openSearchEngine } from './search/open-engine.ts'
import { prepareSavedSearches } from './search/saved-searches.ts'
import { openShipping } from './shipping/open-shipping.ts'

/** Output of the web build; `npm run dev` runs without it (scripts/dev.ts). */
const WEB_DIST = process.env.WEB_DIST ?? join(import.meta.dirname, 'web/dist')

/** Required by Stripe's payment form (https://docs.stripe.com/security/guide#content-security-policy), on its page only. */
const STRIPE_ORIGINS = {
  scripts: ['https://js.stripe.com', 'https://*.js.stripe.com'],
  frames: ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://hooks.stripe.com'],
  connections: ['https://api.stripe.com'],
  images: ['https://*.stripe.com'],
}

/** Souk: an application on the backend. */
export async function souk(given: Parameters<typeof readMarket>[0], keyring: Keyring): Promise<App> {
  const config = readMarket(given)
  const search = await openSearchEngine(config.search)
  const provider = await openProvider(config.payments.provider, config.payments.stripe)
  // A package that is missing is told now, not to the first seller.
  await openShipping(shippingEnvironment(config))
  const { settings, brand } = followBrand(brandingOver(config), config.brandName)
  return {
    migrations: join(import.meta.dirname, 'database/migrations'),
    cacheDir: join(import.meta.dirname, '../node_modules/.cache/souk'),
    explainRefusal,
    functions: functionsOf(config, keyring),
    web: webOf(config, keyring, brand),
    settings,
    renderSizes: PICTURE_SIZES,
    applications: { role: 'application', scopes: APP_SCOPES },
    rpc: search.rpc,
    readiness: search.readiness,
    jobs: [...jobsOf(config, keyring, provider), ...search.jobs],
    seedDemo: async (context) => (await import('./database/seed/seed-demo.ts')).seedDemo(context),
  }
}

function functionsOf(config: MarketConfig, keyring: Keyring): App['functions'] {
  const keyOf = (purpose: string) => Buffer.from(keyring.deriveSecret(purpose)).toString('base64url')
  const addressKey = keyOf('assistant-address')
  const addressBook = { ADDRESS_BOOK_KEY: keyOf('addresses') }
  return functionsIn(join(import.meta.dirname, 'functions'), {
    'ai-support-assistant': {
      // Open to visitors; row level security decides what they may read.
      verifyJwt: false,
      timeoutMs: 20_000,
      bodyLimitBytes: 64 * 1024,
      env: {
        ...modelEnvironment(config.assistant),
        BRAND_NAME: config.brandName,
        PAYMENTS: config.payments.provider,
        ADDRESS_KEY: addressKey,
      },
    },
    contact: {
      // Needed most by users who cannot sign in.
      verifyJwt: false,
      timeoutMs: 30_000,
      bodyLimitBytes: CONTACT.pictures.most * CONTACT.pictures.maxBytes + 512 * 1024,
      env: { ADDRESS_KEY: addressKey },
    },
    transcribe: {
      // Visitors may search by voice as well.
      verifyJwt: false,
      timeoutMs: 30_000,
      bodyLimitBytes: SPEECH.maxBytes + 1024,
      env: {
        ...modelEnvironment(config.speech),
        ADDRESS_KEY: addressKey,
      },
    },
    'draft-from-photos': {
      timeoutMs: 70_000,
      bodyLimitBytes: 16 * 1024,
      env: modelEnvironment(config.vision),
    },
    'export-my-data': {
      // Between two chunks: fetching a photo from remote storage takes time.
      timeoutMs: 60_000,
      bodyLimitBytes: 1024,
      concurrency: 8,
      env: addressBook,
    },
    addresses: { bodyLimitBytes: 4096, env: addressBook },
    payments: { bodyLimitBytes: 4096, env: stripeEnvironment(config) },
    'payout-account': {
      bodyLimitBytes: 1024,
      env: { ...stripeEnvironment(config), PAYMENTS: config.payments.provider, PUBLIC_URL: config.publicUrl },
    },
    'stripe-webhooks': {
      // Authenticated by Stripe's signature.
      verifyJwt: false,
      bodyLimitBytes: 512 * 1024,
      env: { STRIPE_WEBHOOK_SECRETS: config.payments.stripe?.webhookSecrets.join(',') ?? '' },
    },
    labels: {
      timeoutMs: 60_000,
      bodyLimitBytes: 1024,
      env: { ...addressBook, ...shippingEnvironment(config) },
    },
    'easypost-webhooks': {
      // Signed by EasyPost.
      verifyJwt: false,
      bodyLimitBytes: 512 * 1024,
      env: { EASYPOST_WEBHOOK_SECRET: config.shipping.easypost?.webhookSecret ?? '' },
    },
    'payments-test': { bodyLimitBytes: 4096, env: { PAYMENTS: config.payments.provider } },
    statements: {
      timeoutMs: 30_000,
      env: {
        ...addressBook,
        BRAND_NAME: config.brandName,
        OPERATOR_NAME: config.operatorName ?? '',
        SITE_URL: config.publicUrl,
      },
    },
    webhooks: {
      timeoutMs: 10_000,
      bodyLimitBytes: 16 * 1024,
      env: { SEAL_KEY: keyOf('webhooks') },
    },
    unsubscribe: {
      // The signed link from an email works without an account.
      verifyJwt: false,
      bodyLimitBytes: 16 * 1024,
      env: { UNSUBSCRIBE_KEY: keyOf('unsubscribe') },
    },
  })
}

function webOf(config: MarketConfig, keyring: Keyring, brand: Brand): WebApp {
  return {
    dist: WEB_DIST,
    isKnownPath,
    languageOf: ({ search, acceptLanguage }) =>
      languageOf(search.get('lang')) ?? firstLanguageOf(acceptedTags(acceptLanguage)),
    clientConfig: clientConfigOf(config, keyring),
    fetchFrom: config.map?.origins ?? [],
    widgetsFrom: captchaOrigins(config),
    countsFrom: config.analytics?.origins ?? [],
    originsOn: (path) =>
      config.payments.provider === 'stripe' && path.startsWith(paths.pay('')) ? STRIPE_ORIGINS : null,
    publicUrl: config.publicUrl,
    ...documents({ publicUrl: config.publicUrl, publishableKey: keyring.apiKeys.publishableKey }, brand),
  }
}

/** The configuration embedded in pages. */
function clientConfigOf(config: MarketConfig, keyring: Keyring): WebApp['clientConfig'] {
  return {
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
    googleSignIn: config.auth.providers.some(({ name }) => name === 'google'),
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
    payments: config.payments.provider,
    labels: config.shipping.easypost !== null,
    parcelPrices: config.shipping.prices,
    buyerFee: buyerFeeOf(config.payments),
    assistantModel: config.assistant !== null,
    keptDays: {
      notifications: config.keptDays.notifications,
      findings: config.keptDays.findings,
      securityHistory: config.auth.auditDays ?? 0,
    },
    map: config.map && {
      styleUrl: config.map.styleUrl,
      tilesUrl: config.map.tilesUrl,
      attribution: config.map.attribution,
    },
  }
}

function jobsOf(config: MarketConfig, keyring: Keyring, provider: PaymentProvider | null): NonNullable<App['jobs']> {
  return [
    expireListings,
    remindOfExpiry,
    indexCategories,
    countCommonWords,
    countTransparency,
    renewSearch,
    knowOwnSite(config.brandName),
    settleDeals,
    settleOrders(provider),
    reconcilePayments(provider),
    giveBackLabels(shippingEnvironment(config)),
    writeHelpArticles(join(WEB_DIST, '.help.json'), config.payments.provider),
    refreshSellerFacts,
    ...forgetJobs(config.keptDays),
    deliverWebhooks({
      sealKey: keyring.deriveSecret('webhooks'),
      sender: createWebhookSender({ toLoopback: !config.production }),
    }),
    deliverTicketEmails({ operator: config.contactEmail }),
    eraseAccounts,
    fanOutListingNews(prepareSavedSearches),
    refreshSavedSearches(prepareSavedSearches),
    deliverNotifications({
      unsubscribeKey: keyring.deriveSecret('unsubscribe'),
      push: createPushSender(pushKeyOf(config, keyring), complaintsAddress(config)),
    }),
  ]
}

/** Documents about the market for clients without the app: search engines, feeds, previews. */
function documents(
  { publicUrl, publishableKey }: Omit<Site, 'brandName'>,
  brand: Brand,
): Pick<WebApp, 'describePage' | 'renderPage' | 'documents'> {
  const site: Site = {
    publicUrl,
    publishableKey,
    get brandName() {
      return brand.name
    },
  }
  return {
    describePage: createDescribePage(site),
    renderPage: createRendering(join(WEB_DIST, '.ssr')),
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

/** The captcha widget; null without one. */
function captchaOf({ auth: { captcha, captchaWidget } }: MarketConfig) {
  return captcha && captchaWidget && { provider: captcha.provider, ...captchaWidget }
}

/** Origins of the widget's script and frames. hCaptcha uses several subdomains. */
function captchaOrigins(config: MarketConfig): readonly string[] {
  const captcha = captchaOf(config)
  if (!captcha) return []
  const own = new URL(captcha.scriptUrl).origin
  return captcha.provider === 'hcaptcha' ? [own, 'https://hcaptcha.com', 'https://*.hcaptcha.com'] : [own]
}

/** Derived from the installation's secret, so that all its servers use the same key; configurable if browsers already know another one. */
function pushKeyOf({ vapidPrivateKey }: MarketConfig, keyring: Keyring): Uint8Array {
  return vapidPrivateKey === null ? keyring.deriveSecret('vapid') : Buffer.from(vapidPrivateKey, 'base64url')
}

/** The contact for push services (RFC 8292, section 2.1). */
function complaintsAddress({ contactEmail, publicUrl }: MarketConfig): string {
  if (contactEmail !== null) return `mailto:${contactEmail}`
  return publicUrl.startsWith('https:') ? publicUrl : 'mailto:no-reply@localhost'
}

/** For the functions that call Stripe; empty without it. */
function stripeEnvironment({ payments: { stripe } }: MarketConfig): Record<string, string> {
  return stripe
    ? {
        STRIPE_SECRET_KEY: stripe.secretKey,
        STRIPE_PUBLISHABLE_KEY: stripe.publishableKey,
        STRIPE_API_URL: stripe.apiUrl ?? '',
      }
    : {}
}

/** For what calls EasyPost; empty without it. */
function shippingEnvironment({ shipping: { easypost } }: MarketConfig): Record<string, string> {
  return easypost ? { EASYPOST_API_KEY: easypost.apiKey, EASYPOST_API_URL: easypost.apiUrl ?? '' } : {}
}

/** Model settings for a function; empty when the operator has configured none. */
function modelEnvironment(server: ModelServer | null): Record<string, string> {
  return server ? { BASE_URL: server.baseUrl, API_KEY: server.apiKey ?? '', MODEL: server.model } : {}
}
