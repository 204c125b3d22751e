import { createCipheriv, type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import * as argon2 from '@node-rs/argon2'
import * as bcrypt from '@node-rs/bcrypt'

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
export const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const OWN = '$argon2id$v=19$m=19456,t=2,p=1$'

/** True for a stored hash that can be checked at an acceptable cost: ours, or bcrypt, argon2 or scrypt from an import. */
export function isKnownHash(hash: string): boolean {
  return isBcrypt(hash) || isArgon2(hash) || parseScrypt(hash) !== null
}

/** True for an imported hash, which is replaced at the next sign-in, when the password is known. */
export function needsRehash(hash: string): boolean {
  return !hash.startsWith(OWN)
}

export async function verifyHash(password: string, hash: string): Promise<boolean> {
  if (isBcrypt(hash)) return bcrypt.verify(password, hash)
  const form = parseScrypt(hash)
  return form ? verifyScrypt(password, form) : argon2.verify(hash, password)
}

function isArgon2(hash: string): boolean {
  const form = /^\$argon2(?:id|i|d)\$v=19\$m=(\d{1,6}),t=[1-9]\d?,p=([1-9]\d?)\$[\w+/]{11,}\$[\w+/]{11,}$/.exec(hash)
  return form !== null && Number(form[1]) >= 8 * Number(form[2]) // less memory per lane is not valid argon2 (RFC 9106)
}

function isBcrypt(hash: string): boolean {
  return /^\$2[abxy]\$(0[4-9]|1[0-5])\$[./A-Za-z0-9]{53}$/.test(hash)
}

/** scrypt (RFC 7914), in the format of the password hashing competition or as exported by Firebase. */
interface ScryptForm {
  readonly salt: Buffer
  readonly hash: Buffer
  readonly options: ScryptOptions
  /** Firebase: the project's key; the hash is this key, encrypted with the key that scrypt derives. */
  readonly signerKey: Buffer | null
}

const BASE64 = '[A-Za-z0-9+/_-]{2,}={0,2}'
const PHC = new RegExp(`^\\$scrypt\\$ln=(\\d{1,2}),r=(\\d{1,2}),p=(\\d{1,2})\\$(${BASE64})\\$(${BASE64})$`)
const FIREBASE = new RegExp(
  `^\\$fbscrypt\\$v=1,n=(\\d{1,2}),r=(\\d{1,2}),p=(\\d{1,2})(?:,ss=(${BASE64}))?,sk=(${BASE64})\\$(${BASE64})\\$(${BASE64})$`,
)
/** Limits for one check: a higher cost indicates an attack on the importing server, not an export. */
const MAX_MEMORY = 128 * 1024 * 1024
const MAX_LANES = 4
const DERIVED_BYTES = 32

function parseScrypt(text: string): ScryptForm | null {
  const [, ln, r, p, salt, hash] = PHC.exec(text) ?? []
  if (salt && hash) return boundedForm({ ln, r, p }, decode(salt), decode(hash), null)
  const [, n, rounds, lanes, separator = '', signerKey, firebaseSalt, firebaseHash] = FIREBASE.exec(text) ?? []
  if (!signerKey || !firebaseSalt || !firebaseHash) return null
  const salted = Buffer.concat([decode(firebaseSalt), decode(separator)])
  return boundedForm({ ln: n, r: rounds, p: lanes }, salted, decode(firebaseHash), decode(signerKey))
}

function boundedForm(
  { ln, r, p }: { ln: string | undefined; r: string | undefined; p: string | undefined },
  salt: Buffer,
  hash: Buffer,
  signerKey: Buffer | null,
): ScryptForm | null {
  const options = { cost: 2 ** Number(ln), blockSize: Number(r), parallelization: Number(p) }
  const memory = 128 * options.cost * options.blockSize
  const isBearable =
    memory > 0 && memory <= MAX_MEMORY && options.parallelization >= 1 && options.parallelization <= MAX_LANES
  if (!isBearable || options.cost < 2) return null
  return { salt, hash, signerKey, options: { ...options, maxmem: 2 * MAX_MEMORY } }
}

async function verifyScrypt(password: string, { salt, hash, options, signerKey }: ScryptForm): Promise<boolean> {
  const length = signerKey ? DERIVED_BYTES : hash.length
  const derived = await new Promise<Buffer>((resolve, reject) => {
    scrypt(password, salt, length, options, (error, key) => (error ? reject(error) : resolve(key)))
  })
  // Firebase's last step: AES-256-CTR from a counter of zero (github.com/firebase/scrypt).
  const found = signerKey ? createCipheriv('aes-256-ctr', derived, Buffer.alloc(16)).update(signerKey) : derived
  return found.length === hash.length && timingSafeEqual(found, hash)
}

function decode(text: string): Buffer {
  return Buffer.from(text, 'base64')
}
