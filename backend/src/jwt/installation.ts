import { createHash, randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair } from 'jose'
import type { Config } from '../config.ts'
import { readOrCreateSecrets } from '../database/secret-file.ts'
import type { JwkSet, SigningJwk } from './jwk-set.ts'
import { type ApiKeys, createKeyring, type Keyring } from './keyring.ts'

/** The life of a legacy API key: ten years, as its users expect of a key that stands in a configuration file. */
const API_KEY_SECONDS = 10 * 365 * 24 * 3600

/**
 * Opens this installation's keys: those of the environment where given, else those made once in `dataDir`.
 * The signing key is ES256; with JWT_SECRET alone it is that secret (HS256), so that existing tokens go on working.
 */
export async function openKeyring(config: Config): Promise<Keyring> {
  const kept = await readOrCreateSecrets(config.dataDir, 'keys.json', makeSecrets)
  const set = config.jwtKeys ?? keySetOf(config, kept)
  const seed = config.jwtSecret
    ? createHash('sha256').update(config.jwtSecret).digest()
    : Buffer.from(kept.seed, 'base64url')
  return createKeyring(set, seed, (sign) => makeApiKeys(config, kept, sign))
}

interface Secrets {
  readonly seed: string
  readonly signingKey: SigningJwk
  readonly publishableKey: string
  readonly secretKey: string
}

async function makeSecrets(): Promise<Secrets> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = await exportJWK(privateKey)
  return {
    seed: randomBytes(32).toString('base64url'),
    signingKey: { ...jwk, alg: 'ES256', kid: randomBytes(12).toString('base64url'), key_ops: ['sign'] },
    publishableKey: `sb_publishable_${randomBytes(24).toString('base64url')}`,
    secretKey: `sb_secret_${randomBytes(32).toString('base64url')}`,
  }
}

function keySetOf(config: Config, kept: Secrets): JwkSet {
  if (config.jwtSecret === null) return { keys: [kept.signingKey] }
  const k = Buffer.from(config.jwtSecret, 'utf8').toString('base64url')
  return { keys: [{ kty: 'oct', k, alg: 'HS256', kid: 'jwt-secret', key_ops: ['sign', 'verify'] }] }
}

async function makeApiKeys(config: Config, kept: Secrets, sign: Keyring['sign']): Promise<ApiKeys> {
  const iat = Math.floor(Date.now() / 1000)
  const legacy = (role: 'anon' | 'service_role') => sign({ iss: 'souk', role, iat, exp: iat + API_KEY_SECONDS })
  return Object.freeze({
    publishableKey: config.apiKeys.publishableKey ?? kept.publishableKey,
    secretKey: config.apiKeys.secretKey ?? kept.secretKey,
    anonKey: config.apiKeys.anonKey ?? (await legacy('anon')),
    serviceRoleKey: config.apiKeys.serviceRoleKey ?? (await legacy('service_role')),
  })
}
