import type { AssistantReply } from '../../../contract/assistant.ts'
import { paths } from '../../../contract/paths.ts'

const PERSON = /\b(human|real person|somebody real|support team|staff|agent|talk to (someone|somebody|a person))\b/i

/** Whether somebody wants no machine. */
export function asksForPerson(message: string): boolean {
  return PERSON.test(message)
}

export function talkToPerson(): AssistantReply {
  return {
    response: 'Of course. Write to us through Contact, and a person reads it.',
    functionCalled: 'open_contact',
    links: [{ label: 'Contact', path: paths.contact }],
  }
}
