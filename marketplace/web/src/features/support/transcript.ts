import { CONTACT, type TranscriptLine } from '../../../../contract/help/contact.ts'
import type { ChatMessage } from './conversation.ts'

const { mostLines, maxLine } = CONTACT.transcript

/** The conversation as it goes along with a ticket: its last lines. */
export function transcriptOf(messages: readonly ChatMessage[]): readonly TranscriptLine[] {
  return messages.slice(-mostLines).map(({ role, content }) => ({ role, content: content.slice(0, maxLine) }))
}
