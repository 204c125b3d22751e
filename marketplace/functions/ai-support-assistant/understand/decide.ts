import type { Intents } from './understand.ts'

/** A help article and the share of the question that it covers, 0 to 1. */
interface Covered {
  readonly id: string
  readonly score: number
}

/**
 * Log weight of an article that covers the whole question, relative to one that covers nothing. Lower among all intents, higher among
 * articles. Found by cross-validation.
 */
const COVERED = { among_all: 1.5, among_articles: 3.5 }
/** Log weight of scam intents when the guard finds a pattern: of that kind, and of any kind. */
const SUSPECTED = { kind: 2.5, any: 1.2 }
/** Log weight of a search for an item when the message gives a price limit, or says nothing but an item. */
const SOUGHT = 1.5
/** Added to every likelihood, so that the search can still raise intents that the classifier ruled out. */
const LEAST = 0.003

/** Kinds of scam for each of the guard's patterns. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  courier_scam: ['scam:link', 'scam:courier'],
  off_platform: ['scam:app'],
  overpayment: ['scam:overpay'],
  code_theft: ['scam:code'],
  advance_fee: ['scam:prepay'],
  phishing_link: ['scam:link'],
}

/** A possible intent. */
export interface Candidate {
  readonly label: string
  /** Likelihood among all candidates; they sum to 1. */
  readonly likely: number
  /** How well an article matches, relative to other articles. */
  readonly fit: number
}

/** Ranks intents by the classifier, the articles found, the guard's patterns and whether it reads like a search; likeliest first. */
export function decide(
  intents: Intents,
  found: readonly Covered[] = [],
  patterns: readonly string[] = [],
  isSought = false,
): Candidate[] {
  const suspected = new Set(patterns.flatMap((pattern) => KINDS[pattern] ?? []))
  const best = Math.max(0.35, found[0]?.score ?? 0)
  const covered = new Map(found.map(({ id, score }) => [id, (score / best) * Math.min(1, 0.4 + score)]))
  const raised = [...intents].map(([label, said]) => {
    const covers = covered.get(label) ?? 0
    return {
      label,
      likely:
        (said + LEAST) *
        Math.exp(
          COVERED.among_all * covers + guardSays(label, suspected) + (isSought && label === 'find' ? SOUGHT : 0),
        ),
      fit: (said + LEAST) * Math.exp(COVERED.among_articles * covers),
    }
  })
  const sum = raised.reduce((all, { likely }) => all + likely, 0)
  return raised.map((one) => ({ ...one, likely: one.likely / sum })).sort((a, b) => b.likely - a.likely)
}

function guardSays(label: string, suspected: ReadonlySet<string>): number {
  if (!label.startsWith('scam:') || suspected.size === 0) return 0
  return suspected.has(label) ? SUSPECTED.kind : SUSPECTED.any
}
