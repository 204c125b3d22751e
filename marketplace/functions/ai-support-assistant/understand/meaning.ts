import type { AssistantQuestion } from '../../../contract/help/assistant.ts'
import type { Asking } from '../asking.ts'
import { searchArticles } from '../tools/help.ts'
import { suspicionsOf } from '../tools/safety.ts'
import { readWish } from '../tools/wish.ts'
import { type Candidate, decide } from './decide.ts'
import { wordsOf } from './features.ts'
import { answerable } from './instead.ts'
import { type Intents, intentsOf } from './understand.ts'

/** The recognised intent of a message. */
export interface Meant {
  readonly label: string
  /** Likely enough to answer without asking for clarification. */
  readonly isPlain: boolean
  /** Ids of the closest articles, best first. */
  readonly nearest: readonly string[]
  /** Other likely intents, articles or the user's own data: linked next to the answer. */
  readonly rivals: readonly string[]
  /** The previous question, if this one follows up on it. */
  readonly previous: string | null
}

/** Minimum likelihood of a clear intent. */
const PLAIN = 0.22
/** Minimum total likelihood of all scam intents for a warning: a needless warning costs less than a missing one. */
const WARNS = 0.35
/** Minimum share of the chosen article's fit, and of the chosen group's likelihood, that makes another intent a rival. */
const RIVALS = { fit: 0.4, likely: 0.4 }
/** Intents that compete as a group: their total likelihood decides. */
const GROUPS = /^(scam|my|talk):/
const NO_ARTICLE = /:|^(?:find|still-there|sell|person|misuse|other|gibberish)$/

/** Beginnings of a question that follows up on the previous one. */
const FOLLOWS =
  /^\W*(?:and|but|or|then|what about|how about|what if|und|aber|oder|was ist mit|wie ist es mit|et|mais|ou|y|pero|o|qué pasa con|e|mas|e quanto a)(?!\p{L})/iu
/** Words before a place, size or colour. */
const ADDS_TO_WISH = /(?<!\p{L})(?:in|en|em|near|bei|à|size|größe|taille|pointure|talla|tamanho|número)\s+[\p{L}\d]/iu
/** Maximum number of words of a follow-up question, if it begins like one, and if it is merely unclear alone. */
const FOLLOWING = { plainly: 9, perhaps: 5 }
/** Minimum likelihood of what a short question means by itself. */
const CLEAR = 0.5

/** Recognises the intent of a question, together with the previous one if it is a follow-up. */
export async function meaningOf({ message, earlier = [] }: AssistantQuestion, asking: Asking): Promise<Meant> {
  const before = earlier.findLast(({ role }) => role === 'user')?.content
  if (before !== undefined && narrows(message, before, asking))
    return { label: 'find', isPlain: true, nearest: [], rivals: [], previous: before }
  const goesOn = before !== undefined && followsUp(message)
  const whole = goesOn ? `${before} ${message}` : message
  const [found, patterns] = await Promise.all([searchArticles(whole, asking), suspicionsOf(message, asking)])
  const intents = goesOn ? together(intentsOf(message), intentsOf(whole)) : intentsOf(message)
  const ranked = decide(answerable(intents, asking.env.PAYMENTS), found, patterns)
  const articles = ranked.filter(({ label }) => !NO_ARTICLE.test(label)).toSorted((a, b) => b.fit - a.fit)
  const nearest = articles.slice(0, 5).map(({ label }) => label)
  const { label, isPlain, likely } = chosen(ranked)
  const previous = goesOn ? before : null
  if (NO_ARTICLE.test(label)) {
    const other = ranked.find((one) => !NO_ARTICLE.test(one.label))
    return {
      label,
      isPlain,
      nearest,
      rivals: other && other.likely >= RIVALS.likely * likely ? [other.label] : [],
      previous,
    }
  }
  const [first, second] = articles
  const isClose = first && second && second.fit >= RIVALS.fit * first.fit
  const own = ranked.find((one) => one.label.startsWith('my:') && one.likely >= RIVALS.likely * likely)
  return {
    label: nearest[0] ?? label,
    isPlain,
    nearest,
    rivals: [...(own ? [own.label] : []), ...(isClose ? [second.label] : [])],
    previous,
  }
}

/** Whether a message means little without the previous one. */
function followsUp(message: string): boolean {
  const { length } = wordsOf(message)
  if (FOLLOWS.test(message)) return length <= FOLLOWING.plainly
  return length <= FOLLOWING.perhaps && !isClear(message)
}

const isClear = (message: string) => chosen(decide(intentsOf(message), [], [])).likely >= CLEAR

/** Whether a message only adds a price, a place, a size or a colour to the wish before it: "cheaper than 50", "in Madrid". */
function narrows(message: string, before: string, { reader }: Asking): boolean {
  const { minPrice, maxPrice } = readWish(message, reader.language)
  const { length } = wordsOf(message)
  const hasPrice = (minPrice !== null || maxPrice !== null) && length <= FOLLOWING.plainly
  const adds = ADDS_TO_WISH.test(message) && length <= FOLLOWING.perhaps && !isClear(message)
  return (hasPrice || adds) && decide(intentsOf(before), [], [])[0]?.label === 'find'
}

/** The likeliest intent of the likeliest group. */
function chosen(ranked: readonly Candidate[]): { label: string; isPlain: boolean; likely: number } {
  const groups = Map.groupBy(ranked, ({ label }) => GROUPS.exec(label)?.[1] ?? label)
  const weighed = [...groups].map(([group, all]) => ({
    group,
    best: all[0]?.label ?? '',
    likely: all.reduce((sum, { likely }) => sum + likely, 0),
  }))
  const scam = weighed.find(({ group }) => group === 'scam')
  const [first] = weighed.toSorted((a, b) => b.likely - a.likely)
  const taken = scam && scam.likely >= WARNS && first?.best !== 'after-a-scam' ? scam : first
  const likely = taken?.likely ?? 0
  return { label: taken?.best ?? 'gibberish', isPlain: likely >= PLAIN, likely }
}

function together(one: Intents, other: Intents): Intents {
  return new Map([...other].map(([label, likely]) => [label, 0.3 * (one.get(label) ?? 0) + 0.7 * likely]))
}
