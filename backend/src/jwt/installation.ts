import { createHash, randomBytes } from 'node:crypto'
import { unwatchFile, watchFile } from 'node:fs'
import { exportJWK, generateKeyPair } from 'jose'
import type { Logger } from 'pino'
import type { Config } from '../config/config.ts'
import { readOrCreateSecrets, readSecrets, secretPath } from '../database/secret-file.ts'
import type { JwkSet, SigningJwk } from './jwk-set.ts'
import { type ApiKeys, createKeyring, type Keyring } from './keyring.ts'
import { verifierOf } from './third-party.ts'

/** Lifetime of a legacy API key: ten years, since it is kept in configuration files. */
const API_KEY_SECONDS = 10 * 365 * 24 * 3600
const WATCH_MS = 1000

export const KEYS_FILE = 'keys.json'
const SECRET_KID = 'jwt-secret'

/** The installation's secrets, generated once and extended by `npm run keys -- --rotate`. */
export interface Secrets {
  readonly seed: string
  readonly signingKey: SigningJwk
  readonly publishableKey: string
  readonly secretKey: string
  /** Later signing keys in order, each with the time from which it signs. */
  readonly rotations?: readonly { readonly key: SigningJwk; readonly signFrom: number }[]
  /** Keys that no longer verify, by `kid`. */
  readonly forgotten?: readonly string[]
}

/**
 * Opens the installation's keys: those of the environment if given, else those generated once in `dataDir`. The signing key is ES256; with
 * JWT_SECRET alone it is that secret (HS256), so that existing tokens remain valid. Running servers pick up a rotated key by themselves.
 */
export async function openKeyring(config: Config, log?: Logger): Promise<Keyring> {
  const kept = await readOrCreateSecrets(config.dataDir, KEYS_FILE, makeSecrets)
  const seed = config.jwtSecret
    ? createHash('sha256').update(config.jwtSecret).digest()
    : Buffer.from(kept.seed, 'base64url')
  const reread = async () => {
    const secrets = await readSecrets<Secrets>(config.dataDir, KEYS_FILE)
    return secrets && keySetOf(config, secrets)
  }
  return createKeyring(keySetOf(config, kept), seed, (sign) => makeApiKeys(config, kept, sign), {
    audiences: config.jwtAudiences,
    ...(config.thirdParties.length > 0 ? { verifyForeign: verifierOf(config.thirdParties) } : {}),
    ...(config.jwtKeys ? {} : { reread, watch: (changed) => watchKeys(config, reread, changed, log) }),
  })
}

/** Creates a signing key with a unique kid. */
export async function makeSigningKey(alg: 'ES256' | 'RS256' | 'EdDSA'): Promise<SigningJwk> {
  const { privateKey } = await generateKeyPair(alg, { extractable: true })
  return { ...(await exportJWK(privateKey)), alg, kid: randomBytes(12).toString('base64url'), key_ops: ['sign'] }
}

async function makeSecrets(): Promise<Secrets> {
  return {
    seed: randomBytes(32).toString('base64url'),
    signingKey: await makeSigningKey('ES256'),
    publishableKey: `sb_publishable_${randomBytes(24).toString('base64url')}`,
    secretKey: `sb_secret_${randomBytes(32).toString('base64url')}`,
  }
}

/** All verification keys, including JWT_SECRET if set, so that tokens of a migrated project remain valid. */
export function keySetOf(config: Pick<Config, 'jwtKeys' | 'jwtSecret'>, kept: Secrets): JwkSet {
  const secret = config.jwtSecret === null ? null : secretKey(config.jwtSecret)
  if (config.jwtKeys) {
    const verifying = secret && !config.jwtKeys.keys.some(({ kid }) => kid === SECRET_KID)
    return verifying ? { keys: [...config.jwtKeys.keys, { ...secret, key_ops: ['verify'] }] } : config.jwtKeys
  }
  const { rotations = [], forgotten = [] } = kept
  const keys = [secret ?? kept.signingKey, ...rotations.map(({ key }) => key)]
  return {
    keys: keys.filter(({ kid }) => !forgotten.includes(kid)),
    signFrom: Object.fromEntries(rotations.map(({ key, signFrom }) => [key.kid, signFrom])),
  }
}

function secretKey(secret: string): SigningJwk {
  const k = Buffer.from(secret, 'utf8').toString('base64url')
  return { kty: 'oct', k, alg: 'HS256', kid: SECRET_KID, key_ops: ['sign', 'verify'] }
}

function watchKeys(
  config: Config,
  reread: () => Promise<JwkSet | null>,
  changed: (set: JwkSet) => Promise<void>,
  log: Logger | undefined,
): void {
  const path = secretPath(config.dataDir, KEYS_FILE)
  watchFile(path, { interval: WATCH_MS, persistent: false }, ({ mtimeMs }) => {
    // The folder was deleted: a server that keeps running keeps its loaded keys.
    if (mtimeMs === 0) return unwatchFile(path)
    reread()
      .then((set) => set && changed(set))
      .catch((error: unknown) => log?.error({ err: error }, 'the changed keys cannot be used; the ones so far go on'))
  })
}

async function makeApiKeys(config: Config, kept: Secrets, sign: Keyring['sign']): Promise<ApiKeys> {
  const iat = Math.floor(Date.now() / 1000)
  const legacy = (role: 'anon' | 'service_role') => sign({ iss: 'supabase', role, iat, exp: iat + API_KEY_SECONDS })
  return Object.freeze({
    publishableKey: config.apiKeys.publishableKey ?? kept.publishableKey,
    secretKey: config.apiKeys.secretKey ?? kept.secretKey,
    anonKey: config.apiKeys.anonKey ?? (await legacy('anon')),
    serviceRoleKey: config.apiKeys.serviceRoleKey ?? (await legacy('service_role')),
  })
}
