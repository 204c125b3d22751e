/** The answer of my_figures(): what one's ads brought in the last 30 days. */
export interface Figures {
  readonly views: number
  readonly sold: number
  readonly earned_minor: number
}

/** A row of my_listing_figures(): an ad's last seven days one by one, today last, and its week and month in sums. */
export interface AdFigures {
  readonly listing_id: string
  readonly week: readonly number[]
  readonly views_7: number
  readonly views_30: number
  readonly saves_7: number
  readonly saves_30: number
  readonly chats_7: number
  readonly chats_30: number
}
