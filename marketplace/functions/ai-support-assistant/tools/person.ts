import type { FunctionCaller } from '../../../../backend/src/functions/function.ts'
import type { AssistantReply } from '../../../contract/assistant.ts'
import type { Topic } from '../../../contract/contact.ts'
import { paths } from '../../../contract/paths.ts'

const PERSON =
  /\b(human|real person|somebody real|support team|staff|agent|(?:talk|speak|write) to (?:someone|somebody|a person)|(?:open|create|file|raise) (?:a|an|my)? ?(?:support )?(?:ticket|case))\b/i

/** Whether somebody wants no machine. */
export function asksForPerson(message: string): boolean {
  return PERSON.test(message)
}

/** Proposes a letter to a person with this conversation in it; the card asks before anything is sent. */
export function talkToPerson(
  { userId }: Pick<FunctionCaller, 'userId'>,
  { topic = 'other', summary = '' }: { topic?: Topic | undefined; summary?: string | undefined } = {},
): AssistantReply {
  return {
    response:
      userId === null
        ? 'Of course. Write to us through Contact, and a person reads it.'
        : 'Of course. I can hand this conversation to a person; nothing is sent before you say so.',
    functionCalled: 'open_ticket',
    links: [{ label: 'Contact', path: paths.contact }],
    proposal: { kind: 'open_ticket', topic, summary: summary.slice(0, 500) },
  }
}
