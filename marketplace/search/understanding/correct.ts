import type { CallerSql } from 'souk-backend'
import { allOf, anyWord, tsqueryOf } from '../query.ts'
import { type ReadWord, type ReadWords, readWords } from './read-search.ts'
import { initialsOf, soundsLike } from './sound.ts'
import type { Correction } from './understood.ts'

/** A word near a mistyped one: `private.words_near`. */
interface NearWord {
  readonly word: string
  readonly edits: number
  /** Derived, not written by anyone: a singular, or two words as one. */
  readonly is_made: boolean
  readonly is_thing: boolean
  readonly ads: number
  readonly fits: boolean
  readonly is_named: boolean
}

interface Candidate extends NearWord {
  readonly soundsAlike: boolean
  readonly cost: number
}

/** Maximum number of corrected words per search. */
const MOST_MISTYPED = 3
/** Shorter words have too many neighbours. */
const FEWEST_LETTERS = 4

/**
 * 1 from 5 letters, 2 from 9; one more where it sounds the same or makes a name together with the words beside it. Never in numbers and model
 * codes: an s21 is no s22.
 */
function editsAllowed(typed: string, { soundsAlike, is_named }: Candidate): number {
  if (!/^[a-z]+$/.test(typed)) return 0
  const allowed = typed.length < 5 ? 0 : typed.length < 9 ? 1 : 2
  return allowed + Number(soundsAlike || is_named)
}

/** Two swapped neighbouring letters count as one error; a first letter that sounds different counts double, as it is rare. */
function candidate(typed: string, near: NearWord): Candidate {
  const { word, edits } = near
  const soundsAlike = soundsLike(typed, word)
  const isExchanged =
    typed.length === word.length &&
    [...typed].some(
      (_, at) => word === typed.slice(0, at) + (typed[at + 1] ?? '') + (typed[at] ?? '') + typed.slice(at + 2),
    )
  const first = Number(typed[0] !== word[0] && !soundsAlike)
  return { ...near, soundsAlike, cost: edits - Number(isExchanged && edits === 2) + first }
}

/**
 * The likeliest correction. A word that ads have together with its neighbours counts as one letter nearer, one that names an item with them as two.
 */
function bestOf(typed: string, near: readonly NearWord[], fits = (_: Candidate) => true): Candidate | null {
  const fitting = near
    .map((one) => candidate(typed, one))
    .filter((one) => {
      const allowed = editsAllowed(typed, one)
      const isNear = one.cost <= (typed[0] === one.word[0] || allowed === 0 ? allowed : Math.max(2, allowed))
      const isFound = one.ads > 0 && (!one.is_made || one.cost <= 1)
      return isNear && (one.is_thing || one.is_named || isFound) && fits(one)
    })
  const worth = (one: Candidate) =>
    one.cost - (one.is_named ? 2 : Number(one.fits)) - Number(one.soundsAlike) / 2 - Number(one.is_thing) / 2
  fitting.sort(
    (a, b) =>
      worth(a) - worth(b) ||
      Number(b.is_thing) - Number(a.is_thing) ||
      b.ads - a.ads ||
      Number(a.is_made) - Number(b.is_made) ||
      (a.word < b.word ? -1 : 1),
  )
  return fitting[0] ?? null
}

async function wordsNear(sql: CallerSql, { word: typed }: ReadWord, words: readonly ReadWord[]): Promise<NearWord[]> {
  const beside = words.filter(
    ({ word, ads, is_stop, is_filler }) => word !== typed && ads > 0 && !is_stop && !is_filler,
  )
  const query = beside.length === 0 ? null : tsqueryOf(allOf(beside.map(({ forms }) => anyWord(forms))))
  const asked = { words: words.map(({ word }) => word), initials: initialsOf(typed) }
  return sql<NearWord>`
    select near.* from private.words_near(${typed}, ${asked}::jsonb, ${query}::tsquery) as near`
}

/** Words without any ad that are not names, or that no ad has in this form: possible typing errors. */
function mistyped({ words, names }: ReadWords): readonly ReadWord[] {
  const isNamed = (at: number) => names.some(({ first, last }) => first <= at + 1 && at + 1 <= last)
  return words.filter((word, at) => {
    const isOneWithNext = Boolean(word.as_one ?? words[at - 1]?.as_one)
    return (
      (word.ads === 0 || !(word.is_known || word.is_word || /\d/.test(word.word))) &&
      word.word.length >= FEWEST_LETTERS &&
      !word.is_term &&
      !word.is_stop &&
      !word.is_filler &&
      !isNamed(at) &&
      !isOneWithNext
    )
  })
}

/** A real word is only corrected if the result is a name together with its neighbours; an incomplete last word, if it is an item. */
function wordMeant(word: ReadWord, near: readonly NearWord[]): Candidate | null {
  const isBegun = (word.begins?.length ?? 0) > 0
  const isEnding = (one: Candidate) => one.word.startsWith(word.word) || word.word.startsWith(one.word)
  return bestOf(word.word, near, (one) => {
    if (word.is_word) return one.is_named
    // Ads have its stem: only an item of the same ("bouilloir").
    if (word.ads > 0) return one.is_thing && one.cost <= 1 && isEnding(one)
    return !isBegun || one.is_named || (one.is_thing && one.cost <= 1)
  })
}

/** The words with typing errors corrected, and unknown compounds split. No word is dropped: near matches are separate. */
export async function correct(
  sql: CallerSql,
  read: ReadWords,
): Promise<{ read: ReadWords; corrections: readonly Correction[] }> {
  const wrong = mistyped(read).slice(0, MOST_MISTYPED)
  if (wrong.length === 0) return { read, corrections: [] }
  const corrections: Correction[] = []
  const said = new Map<ReadWord, string>()
  for (const word of wrong) {
    const [known] = await sql<{ halves: string | null; compound: string | null }>`
      select private.word_halves(${word.word}) as halves, private.compound_near(${word.word}) as compound`
    const better = wordMeant(word, await wordsNear(sql, word, read.words))
    const isSure = better !== null && (better.is_named || (better.is_thing && better.cost <= 1))
    if (known?.halves && !isSure) said.set(word, known.halves)
    else {
      const meant = isSure ? better.word : (known?.compound ?? better?.word)
      if (meant === undefined) continue
      said.set(word, meant)
      corrections.push({ from: word.word, to: meant })
    }
  }
  if (said.size === 0) return { read, corrections: [] }
  const text = read.words.map((word) => said.get(word) ?? word.word).join(' ')
  return { read: await readWords(sql, text), corrections }
}

/** Each rare word with a frequent similar one: the query with that replaced. Null if there are none. */
export async function meantInstead(sql: CallerSql, { words }: ReadWords): Promise<string | null> {
  const rare = words.filter(({ word, ads }) => ads > 0 && ads <= 5 && /^[a-z]{5,}$/.test(word)).slice(0, MOST_MISTYPED)
  const said = new Map<ReadWord, string>()
  for (const word of rare) {
    const near = await wordsNear(sql, word, [word])
    const better = bestOf(
      word.word,
      near.filter(({ ads }) => ads >= 20),
    )
    if (better) said.set(word, better.word)
  }
  return said.size === 0 ? null : words.map((word) => said.get(word) ?? word.word).join(' ')
}
