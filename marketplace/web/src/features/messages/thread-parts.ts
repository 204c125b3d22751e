import type { ComponentType, ReactNode } from 'react'
import type { Conversation, Message, TalkedAboutAd } from './types.ts'

/** What a thread tells those parts of itself that other features draw. */
export interface ThreadContext {
  readonly conversationId: string
  readonly myId: string
  readonly otherId: string
  /** How the other person is called: the first name. */
  readonly otherName: string
  /** My side of the conversation. */
  readonly role: 'buyer' | 'seller'
  readonly ad: TalkedAboutAd | null
  /** Whether messages can still be sent. */
  readonly canWrite: boolean
  readonly isOtherAway: boolean
}

export interface ThreadCardProps extends ThreadContext {
  readonly message: Message
  readonly mine: boolean
  /** "You" or the person's name. */
  readonly author: string
}

export interface ThreadWordsProps extends ThreadContext {
  readonly message: Message
  readonly mine: boolean
  readonly bubble: (words: ReactNode) => ReactNode
}

/** Put into a thread by the page: features do not know one another. */
export interface ThreadParts {
  /** Draws a message of kind offer, and one of kind meetup that belongs to a deal. */
  readonly Card: ComponentType<ThreadCardProps>
  /** Under the header, above what was said. */
  readonly Strip: ComponentType<ThreadContext>
  /** After what was said: what comes next. */
  readonly End: ComponentType<ThreadContext>
  /** Beside the field where one writes. */
  readonly Tool: ComponentType<ThreadContext>
  /** Draws the words of a message into `bubble`, with what its reader should beware of. */
  readonly Words: ComponentType<ThreadWordsProps>
  /** Around a message of the other person's: can report it. */
  readonly Report: ComponentType<ThreadContext & { readonly message: Message; readonly children: ReactNode }>
  /** After what was said: what I wrote that was not delivered. */
  readonly Held: ComponentType<ThreadContext & { readonly bubble: (words: string, key: string) => ReactNode }>
  /** Behind the dots in the header; `children` are items of the thread's own. */
  readonly Menu: ComponentType<ThreadContext & { readonly children?: ReactNode }>
  /** In place of the composer, when nothing more can be written. */
  readonly Locked: ComponentType<ThreadContext & { readonly conversation: Conversation }>
}
