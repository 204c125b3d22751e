import { CONTACT, type TranscriptLine } from '../../../../contract/help/contact.ts'
import type { ChatMessage } from './conversation.ts'

const { mostLines, maxLine } = CONTACT.transcript

/** The last messages, attached to a ticket. */
export function transcriptOf(messages: readonly ChatMessage[]): readonly TranscriptLine[] {
  return messages.slice(-mostLines).map(({ role, content }) => ({ role, content: content.slice(0, maxLine) }))
}
