import type { Visitor } from './visitor.ts'
import type { Site } from './wording.ts'

/** One address that somebody opens. */
export interface PageQuestion {
  readonly site: Site
  readonly url: URL
  readonly visitor: Visitor
}
