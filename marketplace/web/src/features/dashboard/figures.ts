import type { Database } from '../../../../contract/database.types.ts'

/** The answer of my_figures(): what one's ads brought in the last 30 days. */
export interface Figures {
  readonly views: number
  readonly sold: number
  readonly earned_minor: number
}

/** An ad's last seven days one by one, today last, and its week and month in sums. */
export type AdFigures = Database['public']['Functions']['my_listing_figures']['Returns'][number]
