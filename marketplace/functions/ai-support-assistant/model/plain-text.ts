import type { Reader } from '../../../contract/words/say.ts'

const MOST = 4000
const ADDRESS = /\b(?:[a-z][a-z0-9+.-]*:\/\/|www\.)[^\s<>()]+|\b(?:[a-z0-9-]+\.)+[a-z]{2,}(?:\/[^\s<>()]*)/gi

/**
 * A model's words as the card shows them: no markup, and no address of a page. Pages are reached by the buttons that tools give;
 * an address in the words is one that somebody put there.
 */
export function plainText(words: string, { t }: Reader): string {
  return words
    .replace(/<think>[\s\S]*?<\/think>/gi, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(ADDRESS, `[${t('assistant.addressLeftOut')}]`)
    .replace(/^#{1,6}\s+/gm, '')
    .replace(/^\s*[*-]\s+/gm, '• ')
    .replace(/(\*\*|__|`)/g, '')
    .replace(/\n{2,}/g, '\n')
    .trim()
    .slice(0, MOST)
}
