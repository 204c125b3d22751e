import type { AssistantQuestion } from '../../../contract/help/assistant.ts'
import type { Asking } from '../asking.ts'
import { searchArticles } from '../tools/help.ts'
import { suspicionsOf } from '../tools/safety.ts'
import { type Candidate, decide } from './decide.ts'
import { wordsOf } from './features.ts'
import { type Intents, intentsOf } from './understand.ts'

/** What a message is taken for. */
export interface Meant {
  readonly label: string
  /** Likely enough to answer without asking whether it was meant. */
  readonly isPlain: boolean
  /** Ids of the articles that come nearest, the best first. */
  readonly nearest: readonly string[]
}

/** From this likelihood on, something is plain. */
const PLAIN = 0.22
/** What kinds of scam must reach together: a warning too many costs less than one too few. */
const WARNS = 0.35
/** These are one thing before they are many: how likely they are together decides about them. */
const GROUPS = /^(scam|my|talk):/
const NO_ARTICLE = /:|^(?:find|still-there|sell|person|misuse|other|gibberish)$/

/** How a question begins that goes on from the one before. */
const FOLLOWS =
  /^\W*(?:and|but|or|then|what about|how about|what if|und|aber|oder|was ist mit|wie ist es mit|et|mais|ou|y|pero|o|qué pasa con|e|mas|e quanto a)(?!\p{L})/iu
const MOST_WORDS_OF_FOLLOWING = 9

/** What is meant by a question, with the one before it where it goes on from that. */
export async function meaningOf({ message, earlier = [] }: AssistantQuestion, asking: Asking): Promise<Meant> {
  const before = earlier.findLast(({ role }) => role === 'user')?.content
  const goesOn = before !== undefined && FOLLOWS.test(message) && wordsOf(message).length <= MOST_WORDS_OF_FOLLOWING
  const whole = goesOn ? `${before} ${message}` : message
  const [found, patterns] = await Promise.all([searchArticles(whole, asking), suspicionsOf(message, asking)])
  const intents = goesOn ? together(intentsOf(message), intentsOf(whole)) : intentsOf(message)
  const ranked = decide(intents, found, patterns)
  const articles = ranked.filter(({ label }) => !NO_ARTICLE.test(label)).toSorted((a, b) => b.fit - a.fit)
  const nearest = articles.slice(0, 5).map(({ label }) => label)
  const { label, isPlain } = chosen(ranked)
  return { label: NO_ARTICLE.test(label) ? label : (nearest[0] ?? label), isPlain, nearest }
}

/** The likeliest of the likeliest group. */
function chosen(ranked: readonly Candidate[]): { label: string; isPlain: boolean } {
  const groups = Map.groupBy(ranked, ({ label }) => GROUPS.exec(label)?.[1] ?? label)
  const weighed = [...groups].map(([group, all]) => ({
    group,
    best: all[0]?.label ?? '',
    likely: all.reduce((sum, { likely }) => sum + likely, 0),
  }))
  const scam = weighed.find(({ group }) => group === 'scam')
  const [first] = weighed.toSorted((a, b) => b.likely - a.likely)
  const taken = scam && scam.likely >= WARNS && first?.best !== 'after-a-scam' ? scam : first
  return { label: taken?.best ?? 'gibberish', isPlain: (taken?.likely ?? 0) >= PLAIN }
}

function together(one: Intents, other: Intents): Intents {
  return new Map([...other].map(([label, likely]) => [label, 0.3 * (one.get(label) ?? 0) + 0.7 * likely]))
}
