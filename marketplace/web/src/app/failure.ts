/** A call that the server refused or that never got through, as a sentence for the person who waits. */

import { t } from '../i18n/t.ts'
import { translated } from '../i18n/translated.ts'

export class RequestFailed extends Error {
  override readonly name = 'RequestFailed'
  /** True when there was no answer: the same call may work later. */
  readonly isOffline: boolean

  constructor(message: string, options: { isOffline: boolean; cause: unknown }) {
    super(message, { cause: options.cause })
    this.isOffline = options.isOffline
  }
}

interface ApiError {
  message: string
  code?: string
}

/**
 * Turns an answer of the data API into its data or throws a sentence. Rules of the marketplace (SQLSTATE PT404, PT422
 * and the like) are written for people and shown as they are; anything else is ours to explain.
 */
export function dataOf<T>(answer: { data: T; error: ApiError | null; status: number }): T {
  const { error, status } = answer
  if (!error) return answer.data
  if (status === 0) throw new RequestFailed(t('You are offline.'), { isOffline: true, cause: error })
  const isRule = error.code?.startsWith('PT') ?? false
  const isOurFault = !isRule && (status >= 500 || status === 404)
  const message = isOurFault ? t('That did not work. It is us, not you. Please try again.') : sentence(error)
  throw new RequestFailed(message, { isOffline: false, cause: error })
}

function sentence({ code, message }: ApiError): string {
  if (code === '42501') return t('You can only change your own ads.')
  if (code === 'PGRST301' || code === 'PGRST303') return t('Please sign in again. Your draft is safe.')
  // Class 22 is a value out of range, class 23 one that a constraint refuses.
  if (code?.startsWith('22') || code?.startsWith('23'))
    return t('One of the values cannot be stored. Please check the form.')
  return translated(message)
}

/** The sentence of anything that was thrown. */
export function sentenceOf(error: unknown): string {
  return error instanceof Error ? translated(error.message) : t('That did not work. Please try again.')
}
