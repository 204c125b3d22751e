import type { Config } from '../config/config.ts'
import { changeSecrets } from '../database/secret-file.ts'
import { StartupError } from '../startup-error.ts'
import { KEYS_FILE, keySetOf, makeSigningKey, type Secrets } from './installation.ts'
import { canSign, type JwkSet, publicPart, type SigningJwk } from './jwk-set.ts'

/** Caches of the published keys last ten minutes (RFC 7517 sets, `Cache-Control` of /.well-known/jwks.json), and clocks differ. */
export const PUBLISHED_BEFORE_SIGNING_MS = 15 * 60_000

export const ALGORITHMS = ['ES256', 'RS256', 'EdDSA'] as const
export type Algorithm = (typeof ALGORITHMS)[number]

export interface Rotation {
  readonly kid: string
  readonly alg: string
  /** When the new key begins to sign. */
  readonly signsFrom: string
  /** Every key that verifies. */
  readonly published: readonly string[]
}

/**
 * Adds a signing key to the ones that verify. It is published at once and signs a quarter of an hour later, or now; all that
 * came before goes on verifying until it is forgotten, so nobody is signed out. Running servers notice by themselves.
 * @throws {StartupError} when the keys stand in JWT_KEYS, which only who sets it can change
 */
export async function rotateKeys(config: Config, { alg, now }: { alg: Algorithm; now: boolean }): Promise<Rotation> {
  requireOwnKeys(config)
  const key = await makeSigningKey(alg)
  const signFrom = Date.now() + (now ? 0 : PUBLISHED_BEFORE_SIGNING_MS)
  const kept = await changeSecrets<Secrets>(config.dataDir, KEYS_FILE, (secrets) => ({
    ...secrets,
    rotations: [...(secrets.rotations ?? []), { key, signFrom }],
  }))
  const published = keySetOf(config, kept).keys.map(({ kid }) => kid)
  return { kid: key.kid, alg, signsFrom: new Date(signFrom).toISOString(), published }
}

/**
 * Lets a key verify no more: whoever holds a token of it has to refresh it, and API keys that it signed end.
 * @throws {StartupError} for the key that signs, or one that is not there
 */
export async function forgetKey(config: Config, kid: string): Promise<{ published: readonly string[] }> {
  requireOwnKeys(config)
  const kept = await changeSecrets<Secrets>(config.dataDir, KEYS_FILE, (secrets) => {
    const set = keySetOf(config, secrets)
    if (!set.keys.some((key) => key.kid === kid)) throw new StartupError(`There is no key "${kid}".`)
    if (signsNow(set)?.kid === kid) throw new StartupError(`The key "${kid}" signs: rotate to another one first.`)
    return {
      ...secrets,
      rotations: (secrets.rotations ?? []).filter(({ key }) => key.kid !== kid),
      forgotten: [...(secrets.forgotten ?? []), kid],
    }
  })
  return { published: keySetOf(config, kept).keys.map((key) => key.kid) }
}

/** What JWT_KEYS should say next, where the keys stand there: a new key that signs, the others to verify with. */
export async function nextKeySet({ keys }: JwkSet, alg: Algorithm): Promise<JwkSet> {
  const next = await makeSigningKey(alg)
  const verifying = keys.map(
    (key): SigningJwk => (key.kty === 'oct' ? { ...key, key_ops: ['verify'] } : publicPart(key)),
  )
  return { keys: [next, ...verifying] }
}

function signsNow({ keys, signFrom = {} }: JwkSet): SigningJwk | undefined {
  return keys
    .filter((key) => canSign(key) && (signFrom[key.kid] ?? 0) <= Date.now())
    .toSorted((a, b) => (signFrom[a.kid] ?? 0) - (signFrom[b.kid] ?? 0))
    .at(-1)
}

function requireOwnKeys(config: Config): void {
  if (config.jwtKeys) throw new StartupError('The keys stand in JWT_KEYS; change them there.')
}
