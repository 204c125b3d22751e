import type { MessageArea } from '../../../contract/words/message-id.ts'

/** What the frame of every page and the home page say: loaded before anything else, as one file. */
export const FRAME_AREAS: readonly MessageArea[] = ['ads', 'app', 'home', 'shell']
