import { askAssistant } from './ask-assistant.ts'
import { createConversation } from './conversation.ts'

export const conversation = createConversation(askAssistant)
