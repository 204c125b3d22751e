import {
  ASSISTANT,
  type AssistantLink,
  type AssistantProposal,
  type AssistantReply,
  type SaidBefore,
} from '../../../../contract/help/assistant.ts'
import { t } from '../../i18n/t.ts'
import { newId } from '../../lib/new-id.ts'
import { toast } from '../../ui/toast.ts'

/** One line of the conversation. It is held in this page alone. */
export interface ChatMessage {
  readonly id: string
  readonly content: string
  readonly role: 'user' | 'assistant'
  /** What to do, in order. */
  readonly steps?: readonly string[]
  readonly timestamp: Date
  /** The tool that the assistant used. */
  readonly functionCalled?: string
  /** Pages to go on to. */
  readonly links?: readonly AssistantLink[]
  /** What the assistant would do once the person agrees. */
  readonly proposal?: AssistantProposal
  /** What one may say next. */
  readonly chips?: readonly string[]
  /** No answer came; `content` says so. */
  readonly failed?: true
}

export interface Conversation {
  readonly messages: readonly ChatMessage[]
  readonly pending: boolean
}

/** Where questions go. @throws {Refusal} with a sentence for the reader, or anything else when nothing came back */
export type AskAssistant = (question: {
  message: string
  context: string
  userId: string | null
  earlier: readonly SaidBefore[]
}) => Promise<AssistantReply>

/** The assistant answered that it will not, and why. */
export class Refusal extends Error {}

const FALLBACK = t('support.error')
/** The first three of ASSISTANT.prompts, as the page says them: what is pressed is what is asked. */
const PROMPTS = [t('support.suggest.createListing'), t('support.suggest.search'), t('support.suggest.safety')]
const EMPTY: Conversation = { messages: [], pending: false }

/** What an answer may refer to: the last lines, without those in which no answer came. */
function saidSoFar(messages: readonly ChatMessage[]): SaidBefore[] {
  const { lines, maxLine } = ASSISTANT.earlier
  return messages
    .filter(({ failed }) => !failed)
    .slice(-lines)
    .map(({ role, content }) => ({ role, content: content.slice(0, maxLine) }))
}

/** The conversation with the assistant: it outlives navigation, and ends when `forget` is called. */
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
    /** Asks, unless the message is blank or an answer is still to come. @returns whether it was sent */
    send(text: string, context: string, userId: string | null): boolean {
      const message = text.trim()
      if (message === '' || state.pending) return false
      const earlier = saidSoFar(state.messages)
      add({ role: 'user', content: message }, true)
      const asked = state.messages[0]
      // Who has signed out meanwhile does not get the answer to what somebody else asked.
      const isCurrent = () => state.messages[0] === asked
      ask({ message, context, userId, earlier }).then(
        ({ response, ...parts }) => {
          const { steps, functionCalled, links, proposal, chips } = parts
          const answer = { role: 'assistant', content: response, steps, functionCalled, links, chips } as const
          if (isCurrent()) add(proposal ? { ...answer, proposal } : answer, false)
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
    /** What fits the last answer, else the first three prompts; without those that have been asked. */
    prompts(): readonly string[] {
      const asked = new Set(state.messages.map(({ content }) => content))
      return (state.messages.at(-1)?.chips ?? PROMPTS).filter((prompt) => !asked.has(prompt))
    },
    forget(): void {
      if (state !== EMPTY) change(EMPTY)
    },
  }
}
