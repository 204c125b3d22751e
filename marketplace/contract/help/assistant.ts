import type { Language } from '../languages.ts'
import type { Topic } from './contact.ts'

/** Contract between the support widget and the function `ai-support-assistant`. */

export const ASSISTANT = {
  functionName: 'ai-support-assistant',
  /** Maximum length of a question, in code points. */
  maxMessage: 2000,
  /** Maximum number of previous messages sent with a question, and code points of each. */
  earlier: { lines: 6, maxLine: 800 },
  /** Questions per hour: of a signed-in user, and of an address without an account, which has a burst limit too. */
  perHour: { signedIn: 60, guest: 30, guestAtOnce: 6 },
  /** The first three are shown as chips; the others replace used ones. */
  prompts: [
    'How do I create a listing?',
    'How do I search for items?',
    'Is my transaction safe?',
    'How do I use voice features?',
    'How do I manage my account?',
  ],
} as const

export interface AssistantQuestion {
  readonly message: string
  /** Path of the page where the question is asked. */
  readonly context?: string
  /** Language of the page, for the answer. Without it, the first accepted by the browser. */
  readonly language?: Language
  /** IANA time zone, for times in the answer. */
  readonly timeZone?: string
  /** Previous messages, oldest first. They come from the page: context only, not trusted. */
  readonly earlier?: readonly SaidBefore[]
  /** Sent by the client and ignored: the token identifies the user. */
  readonly userId?: string | null
}

export interface SaidBefore {
  readonly role: 'user' | 'assistant'
  readonly content: string
}

export interface AssistantReply {
  /** Plain text; lines are paragraphs. */
  readonly response: string
  /** Steps in order: shown numbered below the text and this title. */
  readonly stepsTitle?: string
  readonly steps?: readonly string[]
  /** The tool that was used, if any. */
  readonly functionCalled?: string
  /** Pages of this site, shown as buttons below the text. */
  readonly links: readonly AssistantLink[]
  readonly proposal?: AssistantProposal
  /** Suggested replies, shown as chips. Without them, the page shows its own. */
  readonly chips?: readonly string[]
}

/** An action proposed by the assistant, performed only if the user confirms it in the card. */
export interface AssistantProposal {
  readonly kind: 'open_ticket'
  readonly topic: Topic
  /** The first line of the ticket, in the user's words. */
  readonly summary: string
}

export interface AssistantLink {
  readonly label: string
  readonly path: string
  /** For an ad: its place, and the path of its photo in storage. It is then shown as a card. */
  readonly detail?: string
  readonly photo?: string
}
