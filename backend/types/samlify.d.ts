/** The parts of samlify 2 that tests use, instead of the package types; see node-saml.d.ts. */
export declare function setSchemaValidator(validator: { validate(xml: string): Promise<unknown> }): void

export interface SamlServiceProvider {
  readonly entityMeta: { getEntityID(): string; getAssertionConsumerService(binding: string): string | string[] }
}

export interface SamlIdentityProvider {
  getMetadata(): string
  createLoginResponse(
    sp: SamlServiceProvider,
    requestInfo: { extract: object },
    binding: 'post',
    user: object,
    write: (template: string) => { id: string; context: string },
  ): Promise<{ context: string }>
  parseLoginRequest(
    sp: SamlServiceProvider,
    binding: 'redirect',
    request: { query: Record<string, string>; octetString: string },
  ): Promise<{ extract: { request: { id: string } } }>
  createLogoutRequest(
    sp: SamlServiceProvider,
    binding: 'post' | 'redirect',
    user: object,
    options: { relayState: string; customTagReplacement: (template: string) => { id: string; context: string } },
  ): { context: string }
  parseLogoutResponse(
    sp: SamlServiceProvider,
    binding: 'redirect',
    request: { query: Record<string, string>; octetString: string },
  ): Promise<{ extract: { response: { inResponseTo: string } } }>
}

export declare function IdentityProvider(settings: object): SamlIdentityProvider
export declare function ServiceProvider(settings: {
  metadata: string
  wantLogoutRequestSigned?: boolean
}): SamlServiceProvider
