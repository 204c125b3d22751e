export type TargetKind = 'listing' | 'message' | 'conversation' | 'profile' | 'review' | 'photo'
export type Action = 'none' | 'warn' | 'hide' | 'remove' | 'limit' | 'suspend' | 'ban'

export interface QueuePerson {
  readonly id: string
  readonly display_name: string
  readonly avatar_path: string | null
  readonly standing: string
  readonly trust_level: number
  readonly joined_at: string
}

/** A similar photo in another ad. */
export interface SamePhoto {
  readonly photo_id: string
  readonly path: string
  readonly other_path: string
  readonly ad: string
  readonly title: string
  readonly state: string
  readonly price_minor: number | null
  readonly currency: string
  readonly published_at: string | null
  readonly seller: Pick<QueuePerson, 'display_name' | 'avatar_path'>
  readonly same_seller: boolean
}

/** Contents of an ad; absent for other targets. */
interface Shown {
  readonly photos?: readonly { id: string; path: string; alt: string }[]
  readonly same_photos?: readonly SamePhoto[]
}

interface Waiting {
  readonly id: string
  readonly since: string
  readonly priority: number
  readonly person: QueuePerson | null
}

export interface ReportItem extends Waiting, Shown {
  readonly kind: 'report'
  readonly target_kind: TargetKind
  readonly target_id: string
  readonly count: number
  readonly reasons: readonly string[]
  readonly taken: boolean
  readonly taken_by_me: boolean
  readonly details: readonly {
    no: number
    reason: string
    detail: string
    weight: number
    at: string
    /** The reporter's reason for an appeal; null before one. */
    appeal: string | null
  }[]
  readonly evidence: Readonly<Record<string, unknown>> | null
}

export interface AdItem extends Waiting, Shown {
  readonly kind: 'ad'
  readonly title: string
  readonly description: string
  readonly price_minor: number | null
  readonly currency: string
  readonly rule: string | null
  /** Name of a prohibited-items rule by language. */
  readonly rule_name: Readonly<Record<string, string>> | null
  readonly reason: string | null
  readonly cover_path: string | null
}

export interface MessageItem extends Waiting {
  readonly kind: 'message'
  readonly body: string
  readonly pattern: string
  readonly state: 'held' | 'blocked'
  /** What of the text was suspicious. */
  readonly sentence: string | null
  /** The last messages before it in the conversation, oldest first, shortened to 300 characters; at most five. */
  readonly before: readonly { readonly id: string; readonly body: string; readonly is_sender: boolean }[]
  readonly appeal: string | null
}

interface AppealItem extends Waiting {
  readonly kind: 'appeal'
  readonly decision_no: number
  readonly action: Action
  readonly target_kind: TargetKind
  readonly statement: string
  readonly appeal: string
  readonly mine: boolean
}

export type QueueItem = ReportItem | AdItem | MessageItem | AppealItem

export interface Queue {
  readonly items: readonly QueueItem[]
  readonly counts: Readonly<Record<string, number>>
  readonly oldest: string | null
}

export interface PersonFile {
  readonly id: string
  readonly display_name: string
  readonly city: string
  readonly role: string
  readonly trust_level: number
  readonly standing: string
  readonly standing_until: string | null
  readonly joined_at: string
  readonly email_verified: boolean
  readonly phone_verified: boolean
  readonly ads: Readonly<Record<string, number>> | null
  readonly last_ads: readonly { id: string; title: string; state: string; at: string }[]
  readonly conversations_begun_30_days: number
  readonly messages_warned_or_held: number
  readonly reports_about: number
  readonly reports_by: number
  readonly decisions: readonly {
    no: number
    action: Action
    target_kind: TargetKind
    statement: string
    at: string
    appeal_state: string | null
  }[]
}
