import type { Reader } from '../../../contract/words/say.ts'

const MOST = 4000
const ADDRESS = /\b(?:[a-z][a-z0-9+.-]*:\/\/|www\.)[^\s<>()]+|\b(?:[a-z0-9-]+\.)+[a-z]{2,}(?:\/[^\s<>()]*)/gi

/**
 * Converts a model's answer to the text shown on the card, without markup or URLs. Pages are linked by the tools' buttons; a URL in the
 * text was injected.
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
