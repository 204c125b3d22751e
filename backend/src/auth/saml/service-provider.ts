import type { SAML } from '@node-saml/node-saml'
import type { AuthContext } from '../context.ts'
import { AuthError } from '../errors.ts'
import { readIdpMetadata } from './idp-metadata.ts'
import type { SamlProviderRow } from './saml-provider.ts'
import { type ServiceKey, serviceKeyOf } from './service-key.ts'

/** Clocks of two organisations may differ by so much. */
export const CLOCK_SKEW_MS = 60_000

/** The addresses by which organisations know us. */
export function serviceUrls({ issuer }: Pick<AuthContext, 'issuer'>) {
  return { entityId: `${issuer}/sso/saml/metadata`, acs: `${issuer}/sso/saml/acs`, signOut: `${issuer}/sso/saml/slo` }
}

/** Nothing of a request is looked at where organisations may not sign in. @throws {AuthError} */
export function requireSaml({ config }: AuthContext): void {
  if (!config.auth.saml) throw new AuthError('saml_provider_disabled')
}

/** What we are to one organisation. `requestId` becomes the id of its next request. */
export async function serviceProviderFor(
  context: AuthContext,
  provider: SamlProviderRow,
  requestId?: string,
): Promise<SAML> {
  const idp = readIdpMetadata(provider.metadata_xml)
  const { entityId, acs } = serviceUrls(context)
  const { privateKey, certificate } = await serviceKeyOf(context)
  const { SAML, ValidateInResponseTo } = await loadSaml()
  return new SAML({
    issuer: entityId,
    audience: entityId,
    callbackUrl: acs,
    entryPoint: idp.signInUrl,
    logoutUrl: idp.signOutUrl ?? idp.signInUrl,
    idpIssuer: idp.entityId,
    idpCert: [...idp.certificates],
    privateKey,
    publicCert: certificate,
    decryptionPvk: privateKey,
    signatureAlgorithm: 'sha256',
    digestAlgorithm: 'sha256',
    identifierFormat: provider.name_id_format,
    disableRequestedAuthnContext: true,
    acceptedClockSkewMs: CLOCK_SKEW_MS,
    // One signature is enough, over the response or over the assertion; the library reads only what it covers.
    wantAuthnResponseSigned: false,
    wantAssertionsSigned: false,
    // The library believes what is not signed here; `assertion.ts` compares what is.
    validateInResponseTo: ValidateInResponseTo.never,
    ...(requestId === undefined ? {} : { generateUniqueId: () => requestId }),
  })
}

/** Our own metadata, for an organisation's administrator. */
export async function serviceMetadata(context: Pick<AuthContext, 'issuer'>, key: ServiceKey): Promise<string> {
  const { entityId, acs, signOut } = serviceUrls(context)
  const { SAML } = await loadSaml()
  const saml = new SAML({
    issuer: entityId,
    callbackUrl: acs,
    logoutCallbackUrl: signOut,
    idpCert: key.certificate, // the constructor wants one; metadata show our own side only
    privateKey: key.privateKey,
    decryptionPvk: key.privateKey,
    signatureAlgorithm: 'sha256',
    identifierFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    wantAssertionsSigned: true,
  })
  return saml.generateServiceProviderMetadata(key.certificate, key.certificate)
}

/** Only where organisations sign in: its hundred files would make every start longer. */
function loadSaml() {
  return import('@node-saml/node-saml')
}
