import { FunctionsHttpError } from '@supabase/supabase-js'
import { CONTACT, type Filed, type Ticket, type TicketReply } from '../../../contract/help/contact.ts'
import { currentLanguage } from '../i18n/messages.ts'
import { t } from '../i18n/t.ts'
import { RequestFailed, sentenceOfAnswer } from './data/failure.ts'
import { supabase } from './data/supabase.ts'

/** Opens a support ticket. @throws {RequestFailed} with a message for the user */
export async function sendTicket(ticket: Ticket, pictures: readonly File[] = []): Promise<Filed> {
  return (await post('ticket', { language: currentLanguage(), ...ticket }, pictures)) as Filed // the function's answer to a new ticket
}

/** Replies in the user's ticket. @throws {RequestFailed} with a message for the user */
export async function replyToTicket(reply: TicketReply, pictures: readonly File[] = []): Promise<void> {
  await post('reply', reply, pictures)
}

async function post(part: 'ticket' | 'reply', content: object, pictures: readonly File[]): Promise<unknown> {
  const form = new FormData()
  form.set(part, JSON.stringify(content))
  for (const picture of pictures) form.append('picture', picture, picture.name)
  const { data, error } = await supabase.functions.invoke(CONTACT.functionName, { body: form })
  if (error instanceof FunctionsHttpError) {
    throw new RequestFailed(await sentenceOfAnswer(error.context), { isOffline: false, cause: error })
  }
  if (error) throw new RequestFailed(t('common.messageNotSent'), { isOffline: true, cause: error })
  return data
}
