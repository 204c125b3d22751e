/** What this feature needs to know about a message and its thread; passed by the page. */
export interface TrustContext {
  readonly conversationId: string
  readonly myId: string
  readonly otherId: string
  /** The first name. */
  readonly otherName: string
}

export interface NoticedMessage {
  readonly id: string
  readonly body: string | null
  readonly created_at: string
  readonly notice?: string | null
  readonly notice_sentence?: string | null
  readonly masked?: boolean
}
