/**
 * What is used of @node-saml/node-saml 5, in place of its own types: those bring the DOM's into a program that has none
 * (`paths` in tsconfig.json).
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
}

export declare class SAML {
  constructor(options: SamlConfig)
  getAuthorizeUrlAsync(relayState: string, host: string | undefined, options: object): Promise<string>
  validatePostResponseAsync(container: Record<string, string>): Promise<{ profile: Profile | null; loggedOut: boolean }>
  generateServiceProviderMetadata(decryptionCert: string | null, publicCerts?: string | string[] | null): string
}
