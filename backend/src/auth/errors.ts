/** Every error of the auth service. The codes are GoTrue's; a code's default message may be replaced by a more specific one. */
// biome-ignore format: one line per error
const AUTH_ERRORS = {
  /** A rejection by a hook, whose message replaces this one. */
  unknown: { status: 400, message: 'The request was refused' },
  unexpected_failure: { status: 500, message: 'Unexpected failure, please check server logs for more information' },
  validation_failed: { status: 400, message: 'The request is not valid' },
  bad_json: { status: 400, message: 'Could not parse request body as JSON' },
  request_entity_too_large: { status: 413, message: 'Request body is too large' },
  request_timeout: { status: 504, message: 'Processing this request timed out, please retry after a moment.' },
  over_request_rate_limit: { status: 429, message: 'Request rate limit reached' },
  over_email_send_rate_limit: { status: 429, message: 'email rate limit exceeded' },
  no_authorization: { status: 401, message: 'This endpoint requires a valid Bearer token' },
  bad_jwt: { status: 403, message: 'invalid JWT' },
  not_admin: { status: 403, message: 'User not allowed' },
  user_not_found: { status: 404, message: 'User not found' },
  user_banned: { status: 403, message: 'User is banned' },
  session_not_found: { status: 403, message: 'Session from session_id claim in JWT does not exist' },
  session_expired: { status: 403, message: 'Session is no longer valid' },
  refresh_token_not_found: { status: 400, message: 'Invalid Refresh Token: Refresh Token Not Found' },
  refresh_token_already_used: { status: 400, message: 'Invalid Refresh Token: Already Used' },
  conflict: { status: 409, message: 'Too many concurrent token refresh requests on the same session or refresh token' },
  invalid_credentials: { status: 400, message: 'Invalid login credentials' },
  email_not_confirmed: { status: 400, message: 'Email not confirmed' },
  signup_disabled: { status: 422, message: 'Signups not allowed for this instance' },
  anonymous_provider_disabled: { status: 422, message: 'Anonymous sign-ins are disabled' },
  email_provider_disabled: { status: 400, message: 'Email signups are disabled' },
  phone_provider_disabled: { status: 400, message: 'Phone signups are disabled' },
  phone_not_confirmed: { status: 400, message: 'Phone not confirmed' },
  sms_send_failed: { status: 422, message: 'The text message could not be sent, please try again later' },
  over_sms_send_rate_limit: { status: 429, message: 'SMS rate limit exceeded' },
  user_already_exists: { status: 422, message: 'User already registered' },
  email_address_invalid: { status: 400, message: 'Addresses that are thrown away after use are not accepted here' },
  email_exists: { status: 422, message: 'A user with this email address has already been registered' },
  phone_exists: { status: 422, message: 'A user with this phone number has already been registered' },
  otp_disabled: { status: 422, message: 'Signups not allowed for otp' },
  otp_expired: { status: 403, message: 'Token has expired or is invalid' },
  reauthentication_needed: { status: 400, message: 'Password update requires reauthentication' },
  reauthentication_not_valid: { status: 422, message: 'Nonce has expired or is invalid' },
  current_password_required: { status: 400, message: 'Current password required when setting new password.' },
  current_password_invalid: { status: 400, message: 'Current password required when setting new password.' },
  same_password: { status: 422, message: 'New password should be different from the old password.' },
  weak_password: { status: 422, message: 'Password is too weak' },
  user_sso_managed: { status: 422, message: 'This account is managed by its organisation' },
  captcha_failed: { status: 400, message: 'captcha protection: request disallowed' },
  manual_linking_disabled: { status: 404, message: 'Manual linking is disabled' },
  identity_already_exists: { status: 422, message: 'Identity is already linked' },
  identity_not_found: { status: 422, message: "Identity doesn't exist" },
  single_identity_not_deletable: { status: 422, message: 'User must have at least 1 identity after unlinking' },
  email_conflict_identity_not_deletable: { status: 422, message: 'Unable to unlink identity due to email conflict' },
  provider_email_needs_verification: { status: 422, message: 'The email address has to be confirmed first' },
  custom_provider_not_found: { status: 404, message: 'Custom OAuth provider not found' },
  over_custom_provider_quota: { status: 400, message: 'Maximum number of custom OIDC/OAuth providers reached' },
  provider_disabled: { status: 400, message: 'This provider is not enabled' },
  provider_unreachable: { status: 503, message: 'The provider cannot be reached at the moment, please try again' },
  bad_oauth_state: { status: 400, message: 'OAuth state parameter is invalid' },
  bad_oauth_callback: { status: 400, message: 'OAuth callback is invalid' },
  flow_state_already_used: { status: 400, message: 'State has already been used' },
  insufficient_aal: { status: 401, message: 'AAL2 session is required' },
  mfa_totp_enroll_not_enabled: { status: 422, message: 'MFA enroll is disabled for TOTP' },
  mfa_phone_enroll_not_enabled: { status: 422, message: 'MFA enroll is disabled for Phone' },
  mfa_webauthn_enroll_not_enabled: { status: 422, message: 'MFA enroll is disabled for WebAuthn' },
  mfa_totp_verify_not_enabled: { status: 422, message: 'MFA verification is disabled for TOTP' },
  mfa_phone_verify_not_enabled: { status: 422, message: 'MFA verification is disabled for Phone' },
  mfa_webauthn_verify_not_enabled: { status: 422, message: 'MFA verification is disabled for WebAuthn' },
  mfa_factor_name_conflict: { status: 422, message: 'A factor with this friendly name for this user already exists' },
  mfa_factor_not_found: { status: 404, message: 'Factor not found' },
  too_many_enrolled_mfa_factors: { status: 422, message: 'Maximum number of verified factors reached, unenroll to continue' },
  mfa_verified_factor_exists: { status: 422, message: 'A verified phone factor already exists, unenroll the existing factor to continue' },
  mfa_ip_address_mismatch: { status: 422, message: 'Challenge and verify IP addresses mismatch.' },
  mfa_challenge_expired: { status: 422, message: 'MFA challenge has expired' },
  mfa_verification_rejected: { status: 403, message: 'Further MFA verification attempts will be rejected.' },
  mfa_verification_failed: { status: 422, message: 'Invalid TOTP code entered' },
  passkey_disabled: { status: 404, message: 'Passkeys are disabled' },
  too_many_passkeys: { status: 422, message: 'Maximum number of passkeys reached, delete one to continue' },
  too_many_personal_tokens: { status: 422, message: 'Maximum number of tokens reached, delete one to continue' },
  webauthn_challenge_not_found: { status: 400, message: 'Challenge not found or already used' },
  webauthn_challenge_expired: { status: 400, message: 'Challenge has expired' },
  webauthn_verification_failed: { status: 400, message: 'Credential verification failed' },
  webauthn_credential_exists: { status: 422, message: 'This passkey is registered already' },
  saml_provider_disabled: { status: 404, message: 'SAML 2.0 is disabled' },
  saml_relay_state_not_found: { status: 404, message: 'SAML RelayState does not exist, try logging in again?' },
  saml_relay_state_expired: { status: 422, message: 'SAML RelayState has expired. Try logging in again?' },
  saml_idp_not_found: { status: 404, message: 'A SAML connection has not been established with this Identity Provider' },
  saml_idp_already_exists: { status: 422, message: 'SAML Identity Provider with this EntityID already exists' },
  saml_entity_id_mismatch: { status: 400, message: 'SAML Metadata can be updated only if the EntityID matches' },
  saml_metadata_fetch_failed: { status: 400, message: 'SAML Metadata could not be fetched' },
  saml_assertion_no_user_id: { status: 422, message: 'SAML Assertion did not contain a persistent Subject Identifier' },
  saml_assertion_no_email: { status: 422, message: 'SAML Assertion does not contain an email address' },
  sso_provider_not_found: { status: 404, message: 'No such SSO provider' },
  sso_provider_disabled: { status: 404, message: 'SSO provider is disabled' },
  sso_domain_already_exists: { status: 400, message: 'SSO domain is already assigned to an SSO identity provider' },
  feature_disabled: { status: 404, message: 'OAuth server is disabled' },
  oauth_dynamic_client_registration_disabled: { status: 403, message: 'Dynamic client registration is disabled' },
  oauth_client_not_found: { status: 404, message: 'OAuth client not found' },
  oauth_authorization_not_found: { status: 404, message: 'authorization not found' },
  oauth_consent_not_found: { status: 404, message: 'No active grant found for this client' },
  web3_provider_disabled: { status: 422, message: 'Web3 provider is disabled' },
  web3_unsupported_chain: { status: 400, message: 'Unsupported chain' },
  hook_timeout: { status: 422, message: 'Failed to reach hook within maximum time of 5 seconds' },
  hook_timeout_after_retry: { status: 422, message: 'Failed to reach hook after maximum retries' },
  hook_payload_over_size_limit: { status: 422, message: 'The answer of the hook is too large' },
  hook_payload_invalid_content_type: { status: 400, message: 'The answer of the hook must be JSON' },
  flow_state_not_found: { status: 404, message: 'invalid flow state, no valid flow state found' },
  flow_state_expired: { status: 422, message: 'invalid flow state, flow state has expired' },
  bad_code_verifier: { status: 400, message: 'code challenge does not match previously saved code verifier' },
} as const satisfies Record<string, { status: number; message: string }>

export type AuthErrorCode = keyof typeof AUTH_ERRORS

export interface AuthErrorOptions extends ErrorOptions {
  message?: string
  /** For the few codes whose status depends on the endpoint. */
  status?: number
  headers?: Readonly<Record<string, string>>
  /** The RFC 6749 error code, if a provider sent one. */
  word?: string
}

/** Ends a request with one of the codes above. `cause` is logged, never sent to the client. */
export class AuthError extends Error {
  override readonly name: string = 'AuthError'
  readonly code: AuthErrorCode
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly word: string | null

  constructor(code: AuthErrorCode, options: AuthErrorOptions = {}) {
    super(options.message ?? AUTH_ERRORS[code].message, options)
    this.code = code
    this.status = options.status ?? AUTH_ERRORS[code].status
    this.headers = options.headers ?? {}
    this.word = options.word ?? null
  }
}

export type PasswordWeakness = 'length' | 'characters' | 'pwned'

/** A password that breaks rules; lists all of them. */
export class WeakPasswordError extends AuthError {
  override readonly name = 'WeakPasswordError'
  readonly reasons: readonly PasswordWeakness[]

  constructor(reasons: readonly PasswordWeakness[], message: string) {
    super('weak_password', { message })
    this.reasons = reasons
  }
}

/** Error response of grants from other standards, always 400: `{error, error_description}`. */
export class OAuthStyleError extends Error {
  override readonly name = 'OAuthStyleError'
  readonly error: string

  constructor(error: string, description: string, options?: ErrorOptions) {
    super(description, options)
    this.error = error
  }
}

/** `400 validation_failed` with the given message. */
export function invalid(message: string): AuthError {
  return new AuthError('validation_failed', { message })
}
