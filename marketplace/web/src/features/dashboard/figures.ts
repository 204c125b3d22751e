import type { Database } from '../../../../contract/database.types.ts'

/** Result of my_figures(), for 30 days. */
export interface Figures {
  readonly views: number
  readonly sold: number
  readonly earned_minor: number
}

/** Views of the last seven days, today last, and totals of a week and a month. */
export type AdFigures = Database['public']['Functions']['my_listing_figures']['Returns'][number]
