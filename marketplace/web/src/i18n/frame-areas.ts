import type { MessageArea } from '../../../contract/words/message-id.ts'

/** Message areas of the page frame and the home page, loaded first, as one file. */
export const FRAME_AREAS: readonly MessageArea[] = ['ads', 'app', 'home', 'shell']
