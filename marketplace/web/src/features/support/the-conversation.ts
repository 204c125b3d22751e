import { askAssistant } from './ask-assistant.ts'
import { createConversation } from './conversation.ts'

/** The one conversation of this page. */
export const conversation = createConversation(askAssistant)
