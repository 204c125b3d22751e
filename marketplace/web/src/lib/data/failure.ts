/** A call that the server refused or that never reached it, with a message for the user. */

import { refusalText } from '../../i18n/refusals.ts'
import { t } from '../../i18n/t.ts'

export class RequestFailed extends Error {
  override readonly name = 'RequestFailed'
  /** True when there was no response: the same call may work later. */
  readonly isOffline: boolean
  /** HTTP status of the response, if known. */
  readonly status: number | undefined

  constructor(message: string, options: { isOffline: boolean; cause: unknown; status?: number }) {
    super(message, { cause: options.cause })
    this.isOffline = options.isOffline
    this.status = options.status
  }
}

interface ApiError {
  message: string
  code?: string
  details?: unknown
}

const NO_ANSWER = t('app.noConnection')
const BUSY = t('app.serverBusy')
const OUR_FAULT = t('app.didNotWorkOurs')

/**
 * Returns the data of a data API response, or throws an error with a message. Marketplace refusals have a message for each code
 * (contract/refusals); anything else is explained here.
 */
export function dataOf<T>(answer: { data: T; error: ApiError | null; status: number }): T {
  const { error, status } = answer
  if (!error) return answer.data
  if (status === 0) throw new RequestFailed(NO_ANSWER, { isOffline: true, cause: error, status })
  throw new RequestFailed(sentenceFor(error, status), { isOffline: false, cause: error, status })
}

/** The message for any thrown value. */
export function sentenceOf(error: unknown): string {
  if (!isObject(error)) return t('app.didNotWork')
  const message = typeof error.message === 'string' ? error.message : ''
  if (error instanceof RequestFailed) return message
  if (isUnanswered(error, message)) return NO_ANSWER
  const code = typeof error.code === 'string' ? error.code : ''
  return sentenceFor({ code, message, details: error.details }, statusOf(error))
}

/** The message for an Edge Function's response that is an error. */
export async function sentenceOfAnswer(answer: unknown): Promise<string> {
  if (!(answer instanceof Response)) return OUR_FAULT
  const said: unknown = await answer.json().catch(() => null)
  return isObject(said) && typeof said.code === 'string' ? sentenceOf({ ...said, status: answer.status }) : OUR_FAULT
}

/** Whether the same call may work in a moment: there was no response, or the server is busy, starting or shutting down. */
export function isTransient(error: unknown): boolean {
  if (!isObject(error)) return false
  if (error instanceof RequestFailed && error.isOffline) return true
  const { message, code } = error
  const status = statusOf(error)
  if (status !== undefined) return status === 0 || status === 429 || status >= 500
  if (isUnanswered(error, typeof message === 'string' ? message : '')) return true
  return typeof code === 'string' && isOfBusyServer(code)
}

function sentenceFor({ code = '', message, details }: ApiError, status: number | undefined): string {
  if (isRefusal(code)) return refusalText({ code, details }) ?? message
  if (code === 'PT429') return BUSY
  if (status === 503 || isOfBusyServer(code)) return BUSY
  // Internal errors, including a missing table, column or function.
  if ((status ?? 0) >= 500 || /^(?:XX|42[P78]|PGRST20)/.test(code)) return OUR_FAULT
  if (code === '42501') return t('app.notPermitted')
  if (code === 'PGRST301' || code === 'PGRST303') return t('app.signInAgainDraftSafe')
  // Class 22 is a value out of range, class 23 a constraint violation.
  if (/^2[23]/.test(code)) return t('app.valueNotStorable')
  if (message === '') return status === 429 ? BUSY : OUR_FAULT
  return laterSentences[code] ?? message
}

/** Messages by code, for services that visitors never call. */
let laterSentences: Readonly<Record<string, string>> = {}

/** Registers messages when the client of such a service is loaded. */
export function learnSentences(byCode: Readonly<Record<string, string>>): void {
  laterSentences = { ...laterSentences, ...byCode }
}

const isRefusal = (code: string) => code.startsWith('SK')

/** SQLSTATE classes of connections, resources and shutdowns; timeouts; PostgREST without its database. */
function isOfBusyServer(code: string): boolean {
  return /^(?:08|53|57)/.test(code) || /^PGRST00\d$/.test(code)
}

/** The error messages of fetch in each browser, and what parts of supabase-js turn them into. */
const UNANSWERED = /failed to (?:fetch|send a request)|networkerror|load failed|fetch failed|network request failed/i

function isUnanswered(error: Record<string, unknown>, message: string): boolean {
  return error.name === 'TimeoutError' || error.status === 0 || UNANSWERED.test(message)
}

export function statusOf({ status, statusCode }: { status?: unknown; statusCode?: unknown }): number | undefined {
  const given = status ?? statusCode
  return given === undefined || given === null || Number.isNaN(Number(given)) ? undefined : Number(given)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
