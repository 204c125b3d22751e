import { FunctionsHttpError } from '@supabase/supabase-js'
import { CONTACT, type Filed, type Letter, type TicketReply } from '../../../contract/contact.ts'
import { currentLanguage } from '../i18n/language.ts'
import { t } from '../i18n/t.ts'
import { translated } from '../i18n/translated.ts'
import { RequestFailed } from './failure.ts'
import { supabase } from './supabase.ts'

/** Hands a letter to the operator's people. @throws {RequestFailed} with a sentence for the reader */
export async function sendLetter(letter: Letter, pictures: readonly File[] = []): Promise<Filed> {
  return (await post('letter', { language: currentLanguage(), ...letter }, pictures)) as Filed // what the function answers to a letter
}

/** Says more in one's own ticket. @throws {RequestFailed} with a sentence for the reader */
export async function replyToTicket(reply: TicketReply, pictures: readonly File[] = []): Promise<void> {
  await post('reply', reply, pictures)
}

async function post(part: 'letter' | 'reply', content: object, pictures: readonly File[]): Promise<unknown> {
  const form = new FormData()
  form.set(part, JSON.stringify(content))
  for (const picture of pictures) form.append('picture', picture, picture.name)
  const { data, error } = await supabase.functions.invoke(CONTACT.functionName, { body: form })
  if (error instanceof FunctionsHttpError) {
    const said: unknown = await (error.context as Response).json().catch(() => null)
    const sentence = said !== null && typeof said === 'object' && 'message' in said ? String(said.message) : null
    throw new RequestFailed(
      sentence === null ? t('That did not work. It is us, not you. Please try again.') : translated(sentence),
      {
        isOffline: false,
        cause: error,
      },
    )
  }
  if (error) throw new RequestFailed(t('The letter did not get through. Try again.'), { isOffline: true, cause: error })
  return data
}
