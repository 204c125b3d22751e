import type { ComponentType, ReactNode } from 'react'
import type { Conversation, Message, TalkedAboutAd } from './types.ts'

/** What a thread passes to the parts that other features render in it. */
export interface ThreadContext {
  readonly conversationId: string
  readonly myId: string
  readonly otherId: string
  /** First name of the other person. */
  readonly otherName: string
  /** The user's role in the conversation. */
  readonly role: 'buyer' | 'seller'
  readonly ad: TalkedAboutAd | null
  /** Whether messages can still be sent. */
  readonly canWrite: boolean
  readonly isOtherAway: boolean
}

interface ThreadCardProps extends ThreadContext {
  readonly message: Message
  readonly mine: boolean
  /** "You" or the person's name. */
  readonly author: string
}

interface ThreadWordsProps extends ThreadContext {
  readonly message: Message
  readonly mine: boolean
  readonly bubble: (words: ReactNode) => ReactNode
}

/** Passed to a thread by the page, since features do not import one another. */
export interface ThreadParts {
  /** Renders a message of kind offer, or of kind meetup that belongs to a deal. */
  readonly Card: ComponentType<ThreadCardProps>
  /** Below the header, above the messages. */
  readonly Strip: ComponentType<ThreadContext>
  /** After the messages: the next step. */
  readonly End: ComponentType<ThreadContext>
  /** Beside the message field. */
  readonly Tool: ComponentType<ThreadContext>
  /** Renders a message's text into `bubble`, with warnings for its reader. */
  readonly Words: ComponentType<ThreadWordsProps>
  /** Wraps a message of the other person, so that it can be reported. */
  readonly Report: ComponentType<ThreadContext & { readonly message: Message; readonly children: ReactNode }>
  /** After the messages: the user's own messages that were not delivered. */
  readonly Held: ComponentType<ThreadContext & { readonly bubble: (words: string, key: string) => ReactNode }>
  /** The menu in the header; `children` are the thread's own items. */
  readonly Menu: ComponentType<ThreadContext & { readonly children?: ReactNode }>
  /** Replaces the composer when the conversation is locked. */
  readonly Locked: ComponentType<ThreadContext & { readonly conversation: Conversation }>
}
