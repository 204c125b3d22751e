import type { ComponentType } from 'react'
import type { Message, TalkedAboutAd } from './types.ts'

/** What a thread tells those parts of itself that other features draw. */
export interface ThreadContext {
  readonly conversationId: string
  readonly myId: string
  /** How the other person is called: the first name. */
  readonly otherName: string
  /** My side of the conversation. */
  readonly role: 'buyer' | 'seller'
  readonly ad: TalkedAboutAd | null
}

export interface ThreadCardProps extends ThreadContext {
  readonly message: Message
  readonly mine: boolean
  /** "You" or the person's name. */
  readonly author: string
}

/** Put into a thread by the page: features do not know one another. */
export interface ThreadParts {
  /** Draws a message of kind offer, and one of kind meetup that belongs to a deal. */
  readonly Card: ComponentType<ThreadCardProps>
  /** Under the header, above what was said. */
  readonly Strip: ComponentType<ThreadContext>
  /** Beside the field where one writes. */
  readonly Tool: ComponentType<ThreadContext>
}
