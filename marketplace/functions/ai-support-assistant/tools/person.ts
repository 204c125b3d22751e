import type { AssistantReply } from '../../../contract/help/assistant.ts'
import type { Topic } from '../../../contract/help/contact.ts'
import { paths } from '../../../contract/paths.ts'
import type { Asking } from '../asking.ts'

/** Proposes a support ticket with this conversation; the card asks before anything is sent. */
export function talkToPerson(
  { caller, reader }: Pick<Asking, 'caller' | 'reader'>,
  { topic = 'other', summary = '' }: { topic?: Topic | undefined; summary?: string | undefined } = {},
): AssistantReply {
  const { t } = reader
  return {
    response: caller.userId === null ? t('assistant.contactInstead') : t('assistant.offerTicket'),
    functionCalled: 'open_ticket',
    links: [{ label: t('shell.contact'), path: paths.contact }],
    proposal: { kind: 'open_ticket', topic, summary: summary.slice(0, 500) },
  }
}
