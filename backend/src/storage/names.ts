import { StorageError } from './errors.ts'

// The characters that S3 lists as safe, plus those that the protocol's own clients may use.
const KEY_CHARACTERS = /^[\w/!.*'() &$@=;:+,?-]+$/
const BUCKET_CHARACTERS = /^[\w!.*'() &$@=;:+,?-]+$/
const MAX_KEY_BYTES = 1024
const MAX_BUCKET_NAME_CHARACTERS = 100

/** Suffix of the dashboard's folder markers: always empty, exempt from the bucket's MIME rule. */
export const FOLDER_PLACEHOLDER = '.emptyFolderPlaceholder'

/** True for a key that may name an object. Keys never become paths on disk; dot segments are refused anyway. */
export function isValidKey(key: string): boolean {
  if (!KEY_CHARACTERS.test(key) || key.length > MAX_KEY_BYTES || key.startsWith('/')) return false
  return key.split('/').every((segment) => segment !== '.' && segment !== '..')
}

/** @throws {StorageError} invalid_key */
export function requireKey(key: string): string {
  if (!isValidKey(key)) throw new StorageError('invalid_key', `Invalid key: ${key.slice(0, MAX_KEY_BYTES)}`)
  return key
}

/** @throws {StorageError} invalid_bucket_name */
export function requireBucketName(name: string): string {
  const isValid =
    BUCKET_CHARACTERS.test(name) &&
    name.length <= MAX_BUCKET_NAME_CHARACTERS &&
    name.trim() === name &&
    // The suffix marks analytics buckets, which do not exist here.
    !name.endsWith('--table-s3') &&
    name !== '.' &&
    name !== '..'
  if (!isValid) throw new StorageError('invalid_bucket_name')
  return name
}
