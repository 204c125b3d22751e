import { currentLanguage } from '../../i18n/messages.ts'
import { config } from '../config.ts'
import { RequestFailed, sentenceOfAnswer } from './failure.ts'
import { supabase } from './supabase.ts'

/**
 * Downloads a document of the function `statements` in the reader's language: `receipt/<order id>?as=pdf`, `month/2026-11?as=csv`,
 * `year/2026?as=pdf`. @throws RequestFailed when refused or interrupted
 */
export async function saveDocument(path: string): Promise<void> {
  const { data } = await supabase.auth.getSession()
  const response = await fetch(`${config.url}/functions/v1/statements/${path}&language=${currentLanguage()}`, {
    headers: { apikey: config.publishableKey, authorization: `Bearer ${data.session?.access_token ?? ''}` },
  })
  if (!response.ok) {
    throw new RequestFailed(await sentenceOfAnswer(response), { isOffline: false, cause: response.status })
  }
  const name = /filename="([\w.-]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'document'
  const address = URL.createObjectURL(await response.blob())
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  // The download has started by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
