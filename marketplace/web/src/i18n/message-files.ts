import type { Messages } from '@lingui/core'
import type { Language } from '../../../contract/languages.ts'
import type { MessageArea } from '../../../contract/words/message-id.ts'
import { FRAME_AREAS } from './frame-areas.ts'

const FILES = import.meta.glob<Messages>('../../../contract/locales/*/*.json', { query: '?lingui', import: 'messages' })

/**
 * The messages of an area, or those of the frame. A built app requests each file by name instead (web/vite-messages.ts), without this file
 * list.
 */
export async function messagesOf(language: Language, area: MessageArea | 'frame'): Promise<Messages> {
  // In tests and `npm run dev` the frame contains every area, and nothing else is requested.
  const all = Object.entries(FILES).filter(([file]) => {
    const [folder, name] = file.replace('.json', '').split('/').slice(-2)
    const isWanted = area === 'frame' ? import.meta.env.DEV || FRAME_AREAS.some((one) => one === name) : name === area
    return folder === language && isWanted
  })
  const found = await Promise.all(all.map(([, load]) => load()))
  if (found.length === 0) throw new Error(`There are no messages of ${area} in ${language}`)
  return Object.assign({}, ...found)
}
