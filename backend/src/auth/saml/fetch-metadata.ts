import { request } from 'node:https'
import { isPublicAddress, literalOf, lookupOnly, OutOfReachError } from '../../http/public-network.ts'
import { AuthError, invalid } from '../errors.ts'
import { LARGEST_METADATA_BYTES } from './idp-metadata.ts'

const TIMEOUT_MS = 6000

export interface FetchOptions {
  /** Decides which addresses may be connected to. */
  readonly mayReach?: (address: string) => boolean
  /** An additional certificate authority. */
  readonly ca?: string
}

/**
 * Fetches a document from a URL given by an administrator: over https, from public addresses only, without redirects, with
 * limits on time and size. It connects to exactly the address that was checked.
 * @throws {AuthError} `saml_metadata_fetch_failed`
 */
export async function fetchMetadata(url: string, options: FetchOptions = {}): Promise<string> {
  if (!URL.canParse(url) || new URL(url).protocol !== 'https:') throw invalid('metadata_url is not a HTTPS URL')
  const { mayReach = isPublicAddress, ca } = options
  const target = new URL(url)
  const literal = literalOf(target)
  if (literal !== null && !mayReach(literal)) throw failed('address is not public')
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  return new Promise((resolve, reject) => {
    const refuse = (cause: Error) => {
      const why = cause instanceof OutOfReachError ? 'address is not public' : 'it cannot be reached'
      reject(cause instanceof AuthError ? cause : failed(why, cause))
    }
    const call = request(target, { lookup: lookupOnly(mayReach), ca, signal, agent: false }, (answer) => {
      if (answer.statusCode !== 200) return void call.destroy(failed(`HTTP status ${answer.statusCode}`))
      const chunks: Buffer[] = []
      let bytes = 0
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (bytes > LARGEST_METADATA_BYTES) call.destroy(failed('it is too large'))
        else chunks.push(chunk)
      })
      answer.on('end', () => resolve(Buffer.concat(chunks).toString('utf8')))
      answer.on('error', refuse)
    })
    call.on('error', refuse)
    call.end()
  })
}

function failed(why: string, cause?: unknown): AuthError {
  return new AuthError('saml_metadata_fetch_failed', { message: `SAML Metadata could not be fetched: ${why}`, cause })
}
