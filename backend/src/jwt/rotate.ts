import type { Config } from '../config/config.ts'
import { changeSecrets } from '../database/secret-file.ts'
import { StartupError } from '../startup-error.ts'
import { KEYS_FILE, keySetOf, makeSigningKey, type Secrets } from './installation.ts'
import { canSign, type JwkSet, publicPart, type SigningJwk } from './jwk-set.ts'

/** The published keys are cached for ten minutes (`Cache-Control` of /.well-known/jwks.json), and clocks differ. */
export const PUBLISHED_BEFORE_SIGNING_MS = 15 * 60_000

export const ALGORITHMS = ['ES256', 'RS256', 'EdDSA'] as const
export type Algorithm = (typeof ALGORITHMS)[number]

export interface Rotation {
  readonly kid: string
  readonly alg: string
  /** When the new key begins to sign. */
  readonly signsFrom: string
  /** All verification keys. */
  readonly published: readonly string[]
}

/**
 * Adds a signing key. It is published immediately and signs 15 minutes later, or now; earlier keys keep verifying until removed, so nobody is
 * signed out. Running servers notice by themselves.
 * @throws {StartupError} when the keys come from JWT_KEYS, which only the operator can change
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
 * Removes a key: holders of its tokens must refresh them, and API keys signed with it become invalid.
 * @throws {StartupError} for the signing key or an unknown one
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

/** The next value of JWT_KEYS, for keys kept there: a new signing key, with the others to verify. */
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
  if (config.jwtKeys) throw new StartupError('The keys come from JWT_KEYS; change them there.')
}
