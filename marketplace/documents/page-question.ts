import type { Reader } from '../contract/words/say.ts'
import type { Visitor } from './visitor.ts'
import type { Site } from './wording.ts'

/** One address that somebody opens, in the language that they open it in. */
export interface PageQuestion {
  readonly site: Site
  readonly url: URL
  readonly reader: Reader
  readonly visitor: Visitor
}
