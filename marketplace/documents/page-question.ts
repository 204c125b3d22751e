import type { Reader } from '../contract/words/say.ts'
import type { Visitor } from './visitor.ts'
import type { Site } from './wording.ts'

/** A requested page, in the language it is requested in. */
export interface PageQuestion {
  readonly site: Site
  readonly url: URL
  readonly reader: Reader
  readonly visitor: Visitor
}
