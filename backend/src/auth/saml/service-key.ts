import { generateKeyPair } from 'node:crypto'
import { promisify } from 'node:util'
import type { AuthContext } from '../context.ts'
import { AuthError } from '../errors.ts'
import { seal, unseal } from '../sealed.ts'

/** Both in PEM format. */
export interface ServiceKey {
  readonly privateKey: string
  readonly certificate: string
}

const SEALED_FOR = 'saml-service-key'
const YEARS = 20

/** The key that signs our requests and decrypts responses, created with its certificate on first use. All processes share it. */
export async function serviceKeyOf(context: AuthContext): Promise<ServiceKey> {
  return (await readKey(context)) ?? (await makeKey(context))
}

async function readKey(context: AuthContext): Promise<ServiceKey | null> {
  const [row] = await context.sql<{ private_key: string; certificate: string }[]>`
    select private_key, certificate from auth.saml_service_keys`
  if (!row) return null
  return { privateKey: await unseal(context, SEALED_FOR, row.private_key), certificate: row.certificate }
}

async function makeKey(context: AuthContext): Promise<ServiceKey> {
  const pair = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 })
  const privateKey = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const certificate = await selfSigned(
    privateKey,
    new Uint8Array(pair.publicKey.export({ type: 'spki', format: 'der' })),
    context.issuer,
  )
  // Two processes may get here concurrently: the first row is kept, and both read it.
  await context.sql`
    insert into auth.saml_service_keys (private_key, certificate)
    values (${await seal(context, SEALED_FOR, privateKey)}, ${certificate}) on conflict do nothing`
  const kept = await readKey(context)
  if (!kept) throw new AuthError('unexpected_failure')
  return kept
}

/** Its issuer is not checked: identity providers pin the certificate in our metadata. */
async function selfSigned(privateKey: string, publicKey: Uint8Array<ArrayBuffer>, issuer: string): Promise<string> {
  // Only loaded when the key is created; reflect-metadata must be imported first.
  await import('reflect-metadata')
  const { X509CertificateGenerator } = await import('@peculiar/x509')
  const { subtle } = globalThis.crypto
  const algorithm = { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' }
  const der = Buffer.from(privateKey.replace(/-----[^-]+-----|\s/g, ''), 'base64')
  const now = new Date()
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: [{ CN: [new URL(issuer).hostname] }],
    notBefore: now,
    notAfter: new Date(new Date(now).setFullYear(now.getFullYear() + YEARS)),
    signingAlgorithm: algorithm,
    keys: {
      privateKey: await subtle.importKey('pkcs8', der, algorithm, false, ['sign']),
      publicKey: await subtle.importKey('spki', publicKey, algorithm, true, ['verify']),
    },
  })
  return certificate.toString('pem')
}
