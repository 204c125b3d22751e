/** What this feature needs to know of a message and its thread; the page hands it over. */
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
  readonly masked?: boolean
}
