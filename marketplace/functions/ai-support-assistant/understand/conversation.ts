import type { SaidBefore } from '../../../contract/help/assistant.ts'
import type { Language } from '../../../contract/languages.ts'
import { addsToWish, asksAboutFound, mayAddToWish, narrowed, readWish, type Wish } from '../tools/wish.ts'
import { decide } from './decide.ts'
import { wordsOf } from './features.ts'
import { intentsOf } from './understand.ts'

/** Most words of a message that adds to a wish: surely, and if it may mean something else. */
const ADDING = { surely: 9, perhaps: 5 }
/** Minimum likelihood of what a message means by itself. */
const CLEAR = 0.4

/** The wish that the messages so far have come to, each that adds to it counted; null once something else was asked. */
export function wishSoFar(earlier: readonly SaidBefore[], language: Language): Wish | null {
  let wish: Wish | null = null
  for (const { role, content } of earlier) {
    if (role !== 'user') continue
    if (wish && goesOnWith(content, language)) wish = narrowed(wish, content, language)
    else if (asksForItem(content)) wish = named(content, language) ?? wish
    else wish = null
  }
  return wish
}

/** Whether a message only adds to the wish before it: a price, "cheaper", a place, a size or a colour. */
export function goesOnWith(message: string, language: Language): boolean {
  const { length } = wordsOf(message)
  if (length > ADDING.surely || readWish(message, language).things.length > 0) return false
  return addsToWish(message, language) || (length <= ADDING.perhaps && mayAddToWish(message) && !isClear(message))
}

/** Whether a message asks what the cards of the wish before it say. */
export const asksAboutWish = (message: string): boolean =>
  wordsOf(message).length <= ADDING.perhaps && asksAboutFound(message)

/** Whether a message says by itself what is meant. */
export const isClear = (message: string): boolean => (decide(intentsOf(message))[0]?.likely ?? 0) >= CLEAR

function named(message: string, language: Language): Wish | null {
  const wish = readWish(message, language)
  return wish.words === '' ? null : wish
}

const asksForItem = (message: string) => /^(?:find|still-there)$/.test(decide(intentsOf(message))[0]?.label ?? '')
