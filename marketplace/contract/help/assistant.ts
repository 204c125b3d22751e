import type { Language } from '../languages.ts'
import type { Topic } from './contact.ts'

/** What the support widget and the function `ai-support-assistant` agree on. */

export const ASSISTANT = {
  functionName: 'ai-support-assistant',
  /** Code points of one question. */
  maxMessage: 2000,
  /** Lines of the conversation so far that go along with a question, and code points of each. */
  earlier: { lines: 6, maxLine: 800 },
  /** Questions within an hour: of somebody signed in, and of an address without an account, which also has so many at once. */
  perHour: { signedIn: 60, guest: 30, guestAtOnce: 6 },
  /** Shown as chips are the first three; the others stand in for those that were used. */
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
  /** The path of the page that the question is asked on. */
  readonly context?: string
  /** Of that page: the answer is in it. Without it, in the first that the browser accepts. */
  readonly language?: Language
  /** As IANA names it, for times in the answer. */
  readonly timeZone?: string
  /** What was said before, oldest first. It comes from the page: good for following the conversation, proof of nothing. */
  readonly earlier?: readonly SaidBefore[]
  /** Sent by the client, never believed: who asks is in the token. */
  readonly userId?: string | null
}

export interface SaidBefore {
  readonly role: 'user' | 'assistant'
  readonly content: string
}

export interface AssistantReply {
  /** Plain text; lines are paragraphs. */
  readonly response: string
  /** What to do, in order: shown as numbered steps below the text. */
  readonly steps?: readonly string[]
  /** The tool that was used, if any. */
  readonly functionCalled?: string
  /** Pages of this very site, for buttons below the text. */
  readonly links: readonly AssistantLink[]
  readonly proposal?: AssistantProposal
  /** What one may say next, as chips. Without them, the page shows its own. */
  readonly chips?: readonly string[]
}

/** Something that the assistant would do, and that is done only when the person confirms it in the card. */
export interface AssistantProposal {
  readonly kind: 'open_ticket'
  readonly topic: Topic
  /** The first line of the ticket, in the person's words. */
  readonly summary: string
}

export interface AssistantLink {
  readonly label: string
  readonly path: string
  /** Of an ad: where it is, and the path of its photo in storage. It is then shown as a card. */
  readonly detail?: string
  readonly photo?: string
}
