import type { AssistantQuestion } from '../../../contract/help/assistant.ts'
import type { Asking } from '../asking.ts'
import { searchArticles } from '../tools/help.ts'
import { suspicionsOf } from '../tools/safety.ts'
import { isSought, narrowed, type Wish } from '../tools/wish.ts'
import { asksAboutWish, goesOnWith, isClear, wishSoFar } from './conversation.ts'
import { type Candidate, decide } from './decide.ts'
import { wordsOf } from './features.ts'
import { answerable, INSTEAD } from './instead.ts'
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
  /** The wish that the conversation has come to. */
  readonly wish: Wish | null
  /** The article that a follow-up means by itself, for when the likeliest has just been read. */
  readonly byItself: string | null
}

/** Minimum likelihood of a clear intent. */
const PLAIN = 0.22
/** Minimum total likelihood of all scam intents for a warning: a needless warning costs less than a missing one. */
const WARNS = 0.22
/** The same together with the articles about safety, and what scams need of it: a fear that is split among them still warns. */
const WARNS_TOGETHER = { all: 0.38, scams: 0.12 }
const SAFETY = new Set([
  'bank-details',
  'check-a-person',
  'five-scams',
  'mail-in-our-name',
  'payment-proof',
  'when-to-pay',
])
/** Minimum share of the chosen article's fit, and of the chosen group's likelihood, that makes another intent a rival. */
const RIVALS = { fit: 0.4, likely: 0.2 }
/** Minimum share of the best article's fit that makes another one worth suggesting after a clear question. */
const NEAR = 0.03
/** Intents that compete as a group: their total likelihood decides. So do an article about orders and the one about deals without them. */
const GROUPS = /^(scam|my|talk):/
const NO_ARTICLE = /:|^(?:find|still-there|sell|person|misuse|other|gibberish)$/

/** Beginnings of a question that follows up on the previous one. */
const FOLLOWS =
  /^\W*(?:and|but|or|then|what about|how about|what if|und|aber|oder|was ist mit|wie ist es mit|et|mais|ou|y|pero|o|qué pasa con|e|mas|e quanto a)(?!\p{L})/iu
/** Most words of a question that follows up, if it begins like one, and if it only isn't clear by itself. */
const FOLLOWING = { plainly: 14, perhaps: 5 }
/** Likelihood below which a follow-up by itself does not mean an article. */
const NOT_MEANT = 0.05

/** Recognises the intent of a question, together with the previous one if it is a follow-up. */
export async function meaningOf({ message, earlier = [] }: AssistantQuestion, asking: Asking): Promise<Meant> {
  const { language } = asking.reader
  const wish = wishSoFar(earlier, language)
  const items = { isPlain: true, nearest: [], rivals: [], byItself: null }
  if (wish && goesOnWith(message, language)) return { label: 'find', ...items, wish: narrowed(wish, message, language) }
  if (wish && asksAboutWish(message)) return { label: 'still-there', ...items, wish }
  const before = earlier.findLast(({ role }) => role === 'user')?.content
  const goesOn = before !== undefined && followsUp(message)
  const whole = goesOn ? `${before} ${message}` : message
  const [found, patterns] = await Promise.all([searchArticles(whole, asking), suspicionsOf(whole, asking)])
  const alone = intentsOf(message)
  const intents = goesOn ? together(alone, intentsOf(whole)) : alone
  const ranked = decide(answerable(intents, asking.env.PAYMENTS), found, patterns, isSought(message, language))
  const articles = ranked.filter(({ label }) => !NO_ARTICLE.test(label)).toSorted((a, b) => b.fit - a.fit)
  const { label, isPlain, likely } = chosen(ranked)
  // Safety first: its articles are not displaced by one that merely shares more words.
  const best = articles[0]?.fit ?? 0
  const near = isPlain ? articles.filter(({ fit }) => fit >= NEAR * best) : articles
  const nearest = [...(SAFETY.has(label) ? [label] : []), ...near.map((one) => one.label)]
    .filter((id, at, all) => all.indexOf(id) === at)
    .slice(0, 5)
  if (NO_ARTICLE.test(label)) {
    const other = ranked.find((one) => !NO_ARTICLE.test(one.label))
    return {
      label,
      isPlain,
      nearest,
      rivals: other && other.likely >= RIVALS.likely * likely ? [other.label] : [],
      wish,
      byItself: null,
    }
  }
  const [first, second] = articles
  const isClose = first && second && second.fit >= RIVALS.fit * first.fit
  const own = ranked.find((one) => one.label.startsWith('my:') && one.likely >= RIVALS.likely * likely)
  return {
    label: nearest[0] ?? label,
    isPlain,
    nearest,
    rivals: [own?.label, isClose ? second.label : undefined, INSTEAD[nearest[0] ?? label]].filter(
      (one) => one !== undefined,
    ),
    wish,
    byItself: goesOn ? elsewhere(nearest, alone) : null,
  }
}

/** Whether a message means little without the previous one. */
function followsUp(message: string): boolean {
  const { length } = wordsOf(message)
  if (FOLLOWS.test(message)) return length <= FOLLOWING.plainly
  return length <= FOLLOWING.perhaps && !isClear(message)
}

/** The likeliest intent of the likeliest group. */
function chosen(ranked: readonly Candidate[]): { label: string; isPlain: boolean; likely: number } {
  const groups = Map.groupBy(ranked, ({ label }) => GROUPS.exec(label)?.[1] ?? INSTEAD[label] ?? label)
  const weighed = [...groups].map(([group, all]) => ({
    group,
    best: all[0]?.label ?? '',
    likely: all.reduce((sum, { likely }) => sum + likely, 0),
  }))
  const scam = weighed.find(({ group }) => group === 'scam')
  const [first] = weighed.toSorted((a, b) => b.likely - a.likely)
  const warns = scam !== undefined && isWarned(scam.likely, ranked) && first?.best !== 'after-a-scam'
  const taken = warns ? scam : first
  const likely = taken?.likely ?? 0
  return { label: taken?.best ?? 'gibberish', isPlain: likely >= PLAIN, likely }
}

function isWarned(scams: number, ranked: readonly Candidate[]): boolean {
  const told = ranked.filter(({ label }) => SAFETY.has(label)).reduce((sum, { likely }) => sum + likely, 0)
  return scams >= WARNS || (scams >= WARNS_TOGETHER.scams && scams + told >= WARNS_TOGETHER.all)
}

/** The likeliest of these articles if the first is not meant at all. */
function elsewhere([first, ...others]: readonly string[], alone: Intents): string | null {
  const likely = (id = '') => alone.get(id) ?? 0
  return likely(first) < NOT_MEANT ? (others.toSorted((a, b) => likely(b) - likely(a))[0] ?? null) : null
}

function together(one: Intents, other: Intents): Intents {
  return new Map([...other].map(([label, likely]) => [label, 0.3 * (one.get(label) ?? 0) + 0.7 * likely]))
}
