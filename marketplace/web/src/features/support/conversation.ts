import { ASSISTANT, type AssistantReply, type SaidBefore } from '../../../../contract/help/assistant.ts'
import { t } from '../../i18n/t.ts'
import { newId } from '../../lib/new-id.ts'
import { toast } from '../../ui/toast.ts'

/** A message, kept in memory only. */
export interface ChatMessage extends Partial<Omit<AssistantReply, 'response'>> {
  readonly id: string
  readonly content: string
  readonly role: 'user' | 'assistant'
  readonly timestamp: Date
  /** No answer; `content` has the error. */
  readonly failed?: true
}

export interface Conversation {
  readonly messages: readonly ChatMessage[]
  readonly pending: boolean
}

/** @throws {Refusal} with a message for the user */
export type AskAssistant = (question: {
  message: string
  context: string
  userId: string | null
  earlier: readonly SaidBefore[]
}) => Promise<AssistantReply>

export class Refusal extends Error {}

const FALLBACK = t('support.error')
/** The first three of ASSISTANT.prompts, translated. */
const PROMPTS = [t('support.suggest.createListing'), t('support.suggest.search'), t('support.suggest.safety')]
const EMPTY: Conversation = { messages: [], pending: false }

/** The latest messages as context, without failed ones. */
function saidSoFar(messages: readonly ChatMessage[]): SaidBefore[] {
  const { lines, maxLine } = ASSISTANT.earlier
  return messages
    .filter(({ failed }) => !failed)
    .slice(-lines)
    .map(({ role, content }) => ({ role, content: content.slice(0, maxLine) }))
}

/** The conversation: survives navigation, until `forget` is called. */
export function createConversation(ask: AskAssistant, notify = toast) {
  let state = EMPTY
  const listeners = new Set<() => void>()

  function change(next: Conversation): void {
    state = next
    for (const listener of listeners) listener()
  }

  function add(message: Omit<ChatMessage, 'id' | 'timestamp'>, pending: boolean): void {
    const { messages } = state
    change({ messages: [...messages, { id: newId(), timestamp: new Date(), ...message }], pending })
  }

  return {
    get: () => state,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** Sends a message unless blank or pending. @returns whether it was sent */
    send(text: string, context: string, userId: string | null): boolean {
      const message = text.trim()
      if (message === '' || state.pending) return false
      const earlier = saidSoFar(state.messages)
      add({ role: 'user', content: message }, true)
      const asked = state.messages[0]
      // Drop answers that arrive after a sign-out.
      const isCurrent = () => state.messages[0] === asked
      ask({ message, context, userId, earlier }).then(
        ({ response, ...parts }) => {
          if (isCurrent()) add({ role: 'assistant', content: response, ...parts }, false)
        },
        (error: unknown) => {
          if (!isCurrent()) return
          if (error instanceof Refusal) return add({ role: 'assistant', content: error.message, failed: true }, false)
          add({ role: 'assistant', content: FALLBACK, failed: true }, false)
          notify({
            tone: 'error',
            title: t('support.supportAssistantError'),
            description: t('support.unavailable'),
          })
        },
      )
      return true
    },
    /** Follow-ups to the last answer, else the first prompts, without those already asked. */
    prompts(): readonly string[] {
      const asked = new Set(state.messages.map(({ content }) => content))
      return (state.messages.at(-1)?.chips ?? PROMPTS).filter((prompt) => !asked.has(prompt))
    },
    forget(): void {
      if (state !== EMPTY) change(EMPTY)
    },
  }
}
