import type { SAML } from '@node-saml/node-saml'
import type { AuthContext } from '../context.ts'
import { AuthError } from '../errors.ts'
import { readIdpMetadata } from './idp-metadata.ts'
import type { SamlProviderRow } from './saml-provider.ts'
import { type ServiceKey, serviceKeyOf } from './service-key.ts'

/** Tolerated clock skew between us and an organisation. */
export const CLOCK_SKEW_MS = 60_000

/** The URLs by which organisations identify us. */
export function serviceUrls({ issuer }: Pick<AuthContext, 'issuer'>) {
  return { entityId: `${issuer}/sso/saml/metadata`, acs: `${issuer}/sso/saml/acs`, signOut: `${issuer}/sso/saml/slo` }
}

/** @throws {AuthError} `saml_provider_disabled` if organisations may not sign users in */
export function requireSaml({ config }: AuthContext): void {
  if (!config.auth.saml) throw new AuthError('saml_provider_disabled')
}

/** Our service provider for one organisation. `requestId` becomes the id of its next request. */
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
    // Here the library would trust an unsigned value; `assertion.ts` compares the signed one.
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
    idpCert: key.certificate, // required by the constructor; the metadata contains only our side
    privateKey: key.privateKey,
    decryptionPvk: key.privateKey,
    signatureAlgorithm: 'sha256',
    identifierFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
    wantAssertionsSigned: true,
  })
  return saml.generateServiceProviderMetadata(key.certificate, key.certificate)
}

/** Loaded on first use: its hundred files would slow down every start. */
function loadSaml() {
  return import('@node-saml/node-saml')
}
