import type { Intents } from './understand.ts'

/** A help article that covers words of the question, 0 to 1. */
interface Covered {
  readonly id: string
  readonly score: number
}

/**
 * How much an article counts that covers the whole question: so many times what one counts that covers nothing, as a logarithm.
 * Less when the question is whether an article is meant at all, more between articles. Found by cross-validation.
 */
const COVERED = { among_all: 1.5, among_articles: 3.5 }
/** How much every kind of scam counts that the guard finds in the message, as a logarithm. */
const SUSPECTED = { kind: 2.5, any: 1.2 }
/** What nobody was sure of may still be, so that the search can find it. */
const LEAST = 0.003

/** Which kind of scam the guard's patterns are about. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  courier_scam: ['scam:link', 'scam:courier'],
  off_platform: ['scam:app'],
  overpayment: ['scam:overpay'],
  code_theft: ['scam:code'],
  advance_fee: ['scam:prepay'],
  phishing_link: ['scam:link'],
}

/** Something that may be meant. */
export interface Candidate {
  readonly label: string
  /** How likely, of all; together 1. */
  readonly likely: number
  /** How well an article fits, beside the other articles. */
  readonly fit: number
}

/** What is meant, by how it is said, by the articles that its words are in and by what the guard finds in it; likeliest first. */
export function decide(intents: Intents, found: readonly Covered[], patterns: readonly string[]): Candidate[] {
  const suspected = new Set(patterns.flatMap((pattern) => KINDS[pattern] ?? []))
  const best = Math.max(0.35, found[0]?.score ?? 0)
  const covered = new Map(found.map(({ id, score }) => [id, (score / best) * Math.min(1, 0.4 + score)]))
  const raised = [...intents].map(([label, said]) => {
    const covers = covered.get(label) ?? 0
    return {
      label,
      likely: (said + LEAST) * Math.exp(COVERED.among_all * covers + guardSays(label, suspected)),
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
