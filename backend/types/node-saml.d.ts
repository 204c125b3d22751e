/**
 * The parts of @node-saml/node-saml 5 that are used, instead of the package types, which pull in the DOM's (`paths` in tsconfig.json).
 */
export declare const ValidateInResponseTo: {
  readonly never: 'never'
  readonly ifPresent: 'ifPresent'
  readonly always: 'always'
}

export interface SamlConfig {
  readonly issuer: string
  readonly callbackUrl: string
  readonly idpCert: string | string[]
  readonly audience?: string | false
  readonly entryPoint?: string
  readonly logoutUrl?: string
  readonly logoutCallbackUrl?: string
  readonly idpIssuer?: string
  readonly privateKey?: string
  readonly publicCert?: string
  readonly decryptionPvk?: string
  readonly signatureAlgorithm?: 'sha1' | 'sha256' | 'sha512'
  readonly digestAlgorithm?: string
  readonly identifierFormat?: string | null
  readonly disableRequestedAuthnContext?: boolean
  readonly acceptedClockSkewMs?: number
  readonly wantAuthnResponseSigned?: boolean
  readonly wantAssertionsSigned?: boolean
  readonly validateInResponseTo?: 'never' | 'ifPresent' | 'always'
  readonly generateUniqueId?: () => string
}

export interface Profile {
  /** The verified assertion, as xml2js reads it. */
  readonly getAssertion?: () => unknown
  /** Of a request to sign out. */
  readonly nameID?: string
}

export declare class SAML {
  constructor(options: SamlConfig)
  getAuthorizeUrlAsync(relayState: string, host: string | undefined, options: object): Promise<string>
  validatePostResponseAsync(container: Record<string, string>): Promise<{ profile: Profile | null; loggedOut: boolean }>
  /** @throws {Error} for a form whose request is not signed by the identity provider, not from it, or over */
  validatePostRequestAsync(container: Record<string, string>): Promise<{ profile: Profile | null; loggedOut: boolean }>
  /** The same for an address; one without a signature is let through. */
  validateRedirectAsync(
    container: Record<string, string>,
    originalQuery: string,
  ): Promise<{ profile: Profile | null; loggedOut: boolean }>
  getLogoutResponseUrlAsync(
    request: { readonly ID: string },
    relayState: string,
    options: object,
    success: boolean,
  ): Promise<string>
  generateServiceProviderMetadata(decryptionCert: string | null, publicCerts?: string | string[] | null): string
}
