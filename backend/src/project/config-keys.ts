/** Type and unit of a value in config.toml. */
export type Kind = 'flag' | 'text' | 'number' | 'size' | 'duration' | 'list' | 'any'

/** A key of config.toml. */
export interface Key {
  readonly kind: Kind
  /** Our variable that takes the value unchanged as its default. */
  readonly sets?: string
  /** For keys without effect: the explanation, shown once unless the value is one of `quiet`. */
  readonly instead?: string
  /** Nothing depends on the key, so its missing variable is not reported. */
  readonly isUnused?: true
  /** Values that need no explanation; most are defaults that `init` writes. */
  readonly quiet?: readonly unknown[]
}

const text: Key = { kind: 'text' }
const flag: Key = { kind: 'flag' }
const number: Key = { kind: 'number' }
const list: Key = { kind: 'list' }
const sets = (kind: Kind, variable: string): Key => ({ kind, sets: variable })
const not = (kind: Kind, instead: string, ...quiet: unknown[]): Key => ({ kind, instead, quiet })
/** Sections of services that we lack or that need no settings; applications do not depend on them. */
const unused = (kind: Kind): Key => ({ kind, isUnused: true })

const OWN_NUMBER = 'the services need a fixed number'
const OWN_STORAGE = 'tables are stored by PostgreSQL itself'
const NO_SMS = 'text messages go to SMS_WEBHOOK_URL, to Twilio, or are kept with the mails at /dev/mail'

/** Every key of Supabase's config.toml; `*` stands for a name that the project chooses. */
export const KEYS: Readonly<Record<string, Key>> = {
  project_id: text,
  'api.enabled': flag,
  'api.port': sets('number', 'PORT'),
  'api.schemas': list,
  'api.extra_search_path': sets('list', 'REST_EXTRA_SEARCH_PATH'),
  'api.max_rows': sets('number', 'REST_MAX_ROWS'),
  'api.external_url': sets('text', 'PUBLIC_URL'),
  'api.auto_expose_new_tables': sets('flag', 'DATABASE_OPEN_TABLES'),
  'api.tls.enabled': not('flag', 'a proxy before it has to speak TLS', false),
  'api.tls.cert_path': unused('text'),
  'api.tls.key_path': unused('text'),
  'db.port': sets('number', 'DATABASE_PORT'),
  'db.shadow_port': unused('number'),
  'db.health_timeout': unused('text'),
  'db.major_version': unused('number'),
  'db.root_key': unused('text'),
  'db.orioledb_version': not('text', OWN_STORAGE, ''),
  'db.pooler.enabled': not('flag', 'tools connect to the database itself', false),
  'db.pooler.*': unused('any'),
  'db.vault.*': text,
  'db.migrations.enabled': flag,
  'db.migrations.schema_paths': list,
  'db.seed.enabled': flag,
  'db.seed.sql_paths': list,
  'db.settings.max_connections': not('number', OWN_NUMBER),
  'db.settings.max_wal_senders': not('number', OWN_NUMBER),
  'db.settings.max_replication_slots': not('number', OWN_NUMBER),
  'db.settings.max_worker_processes': not('number', OWN_NUMBER),
  'db.settings.session_replication_role': not('text', 'triggers always run'),
  'db.settings.*': { kind: 'any' },
  'db.network_restrictions.enabled': not('flag', 'the embedded database listens on this machine only', false),
  'db.network_restrictions.*': unused('any'),
  'db.ssl_enforcement.enabled': not('flag', 'the embedded database listens on this machine only', false),
  'realtime.enabled': flag,
  'realtime.ip_version': unused('text'),
  'realtime.max_header_length': unused('number'),
  'studio.enabled': flag,
  'studio.*': unused('any'),
  'inbucket.enabled': flag,
  'inbucket.port': sets('number', 'MAIL_PORT'),
  'inbucket.*': unused('any'),
  'local_smtp.enabled': flag,
  'local_smtp.port': sets('number', 'MAIL_PORT'),
  'local_smtp.*': unused('any'),
  'analytics.*': unused('any'),
  'analytics.vector_port': unused('number'),
  'storage.enabled': flag,
  'storage.file_size_limit': sets('size', 'STORAGE_FILE_SIZE_LIMIT'),
  'storage.image_transformation.enabled': sets('flag', 'STORAGE_RENDER'),
  'storage.s3_protocol.enabled': sets('flag', 'S3_PROTOCOL'),
  'storage.analytics.enabled': not('flag', 'analytics buckets answer 404', false),
  'storage.analytics.*': unused('any'),
  'storage.vector.*': unused('any'),
  'storage.buckets.*.public': flag,
  'storage.buckets.*.file_size_limit': { kind: 'size' },
  'storage.buckets.*.allowed_mime_types': list,
  'storage.buckets.*.objects_path': text,
  'auth.enabled': flag,
  'auth.site_url': sets('text', 'SITE_URL'),
  'auth.additional_redirect_urls': sets('list', 'AUTH_REDIRECT_URLS'),
  'auth.jwt_expiry': sets('number', 'AUTH_TOKEN_SECONDS'),
  'auth.jwt_secret': sets('text', 'JWT_SECRET'),
  'auth.jwt_issuer': not('text', 'the issuer of tokens is PUBLIC_URL/auth/v1', ''),
  'auth.anon_key': sets('text', 'ANON_KEY'),
  'auth.service_role_key': sets('text', 'SERVICE_ROLE_KEY'),
  'auth.publishable_key': sets('text', 'PUBLISHABLE_KEY'),
  'auth.secret_key': sets('text', 'SECRET_KEY'),
  'auth.signing_keys_path': text,
  'auth.enable_refresh_token_rotation': not('flag', 'refresh tokens are always rotated', true),
  'auth.refresh_token_reuse_interval': sets('number', 'AUTH_REFRESH_REUSE_SECONDS'),
  'auth.enable_signup': sets('flag', 'AUTH_SIGNUPS'),
  'auth.enable_anonymous_sign_ins': sets('flag', 'AUTH_ANONYMOUS'),
  'auth.enable_manual_linking': sets('flag', 'AUTH_MANUAL_LINKING'),
  'auth.minimum_password_length': sets('number', 'PASSWORD_MIN_LENGTH'),
  'auth.password_requirements': text,
  'auth.rate_limit.email_sent': number,
  'auth.rate_limit.sms_sent': number,
  'auth.rate_limit.anonymous_users': number,
  'auth.rate_limit.token_refresh': number,
  'auth.rate_limit.sign_in_sign_ups': number,
  'auth.rate_limit.token_verifications': number,
  'auth.rate_limit.web3': number,
  'auth.captcha.enabled': flag,
  'auth.captcha.provider': text,
  'auth.captcha.secret': text,
  'auth.email.enable_signup': sets('flag', 'AUTH_EMAIL'),
  // The newer name, which wins.
  'auth.email.enabled': sets('flag', 'AUTH_EMAIL'),
  'auth.email.double_confirm_changes': sets('flag', 'AUTH_DOUBLE_CONFIRM'),
  'auth.email.enable_confirmations': flag,
  'auth.email.secure_password_change': sets('flag', 'AUTH_REAUTHENTICATION'),
  'auth.email.max_frequency': sets('duration', 'AUTH_SEND_GAP'),
  'auth.email.otp_length': sets('number', 'AUTH_OTP_DIGITS'),
  'auth.email.otp_expiry': sets('number', 'AUTH_OTP_SECONDS'),
  'auth.email.smtp.enabled': flag,
  'auth.email.smtp.host': text,
  'auth.email.smtp.port': number,
  'auth.email.smtp.user': text,
  'auth.email.smtp.pass': text,
  'auth.email.smtp.admin_email': text,
  'auth.email.smtp.sender_name': text,
  'auth.email.template.*.subject': text,
  'auth.email.template.*.content': text,
  'auth.email.template.*.content_path': text,
  'auth.email.notification.*.enabled': flag,
  'auth.email.notification.*.subject': text,
  'auth.email.notification.*.content': text,
  'auth.email.notification.*.content_path': text,
  'auth.sms.enable_signup': sets('flag', 'AUTH_PHONE'),
  'auth.sms.enabled': sets('flag', 'AUTH_PHONE'),
  'auth.sms.enable_confirmations': flag,
  'auth.sms.template': text,
  'auth.sms.max_frequency': not('duration', 'auth.email.max_frequency counts for both', '5s', '1s'),
  'auth.sms.test_otp.*': { kind: 'any' },
  'auth.sms.twilio.enabled': flag,
  'auth.sms.twilio.account_sid': text,
  'auth.sms.twilio.message_service_sid': text,
  'auth.sms.twilio.content_sid': text,
  'auth.sms.twilio.auth_token': text,
  'auth.sms.twilio_verify.enabled': not('flag', NO_SMS, false),
  'auth.sms.messagebird.enabled': not('flag', NO_SMS, false),
  'auth.sms.textlocal.enabled': not('flag', NO_SMS, false),
  'auth.sms.vonage.enabled': not('flag', NO_SMS, false),
  'auth.sms.twilio_verify.*': unused('any'),
  'auth.sms.messagebird.*': unused('any'),
  'auth.sms.textlocal.*': unused('any'),
  'auth.sms.vonage.*': unused('any'),
  'auth.mfa.max_enrolled_factors': sets('number', 'AUTH_MFA_FACTORS'),
  'auth.mfa.*.enroll_enabled': flag,
  'auth.mfa.*.verify_enabled': unused('flag'),
  'auth.mfa.phone.otp_length': sets('number', 'AUTH_SMS_OTP_DIGITS'),
  'auth.sms.otp_length': sets('number', 'AUTH_SMS_OTP_DIGITS'),
  'auth.sms.otp_expiry': sets('number', 'AUTH_SMS_OTP_SECONDS'),
  'auth.mfa.phone.template': text,
  'auth.mfa.phone.max_frequency': not('duration', 'auth.email.max_frequency counts for both', '5s', '1s'),
  'auth.sessions.timebox': sets('duration', 'AUTH_SESSION_TIMEBOX'),
  'auth.sessions.inactivity_timeout': sets('duration', 'AUTH_SESSION_INACTIVITY'),
  'auth.hook.*.enabled': flag,
  'auth.hook.*.uri': text,
  'auth.hook.*.secrets': text,
  'auth.external.*.enabled': flag,
  'auth.external.*.client_id': text,
  'auth.external.*.secret': text,
  'auth.external.*.url': text,
  'auth.external.*.redirect_uri': not('text', 'providers return to PUBLIC_URL/auth/v1/callback', ''),
  'auth.external.*.skip_nonce_check': flag,
  'auth.external.*.email_optional': flag,
  'auth.web3.solana.enabled': flag,
  'auth.web3.ethereum.enabled': flag,
  'auth.third_party.*.enabled': flag,
  'auth.third_party.*.*': text,
  'auth.oauth_server.enabled': sets('flag', 'AUTH_OAUTH_SERVER'),
  'auth.oauth_server.authorization_url_path': sets('text', 'AUTH_OAUTH_CONSENT_PATH'),
  'auth.oauth_server.allow_dynamic_registration': sets('flag', 'AUTH_OAUTH_REGISTRATION'),
  'auth.passkey.enabled': sets('flag', 'AUTH_PASSKEYS'),
  'auth.webauthn.rp_id': sets('text', 'AUTH_RELYING_PARTY_ID'),
  'auth.webauthn.rp_origins': sets('list', 'AUTH_RELYING_PARTY_ORIGINS'),
  'auth.webauthn.rp_display_name': not('text', 'passkeys show BRAND_NAME'),
  'edge_runtime.enabled': flag,
  'edge_runtime.policy': text,
  'edge_runtime.inspector_port': unused('number'),
  'edge_runtime.deno_version': unused('number'),
  'edge_runtime.secrets.*': text,
  'functions.*.enabled': flag,
  'functions.*.verify_jwt': flag,
  'functions.*.import_map': text,
  'functions.*.entrypoint': text,
  'functions.*.static_files': list,
  'functions.*.env.*': text,
  'compute.*.*': unused('any'),
  'experimental.webhooks.enabled': unused('flag'),
  'experimental.orioledb_version': not('text', OWN_STORAGE, ''),
  'experimental.*': unused('any'),
  'experimental.*.*': unused('any'),
}

/** Tables and names without a key, for messages about unknown keys. */
export function keyFor(path: readonly string[]): Key | undefined {
  const exact = KEYS[path.join('.')]
  if (exact) return exact
  for (const [pattern, key] of STARRED) {
    if (pattern.length === path.length && pattern.every((part, n) => part === '*' || part === path[n])) return key
  }
  return undefined
}

const STARRED = Object.entries(KEYS)
  .filter(([name]) => name.includes('*'))
  .map(([name, key]) => [name.split('.'), key] as const)
