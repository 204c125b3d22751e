import { expect, test } from 'vitest'
import type { Market } from './database.ts'
import { onMarket } from './database.ts'
import { search } from './search-market.ts'

interface Suggestions {
  readonly queries: readonly string[]
  readonly listings: readonly { readonly id: string; readonly title: string }[]
}

async function suggest({ visitor }: Market, q: string): Promise<Suggestions> {
  const [row] = await visitor.does((sql) => sql<{ answer: Suggestions }[]>`select public.suggest(${q}) as answer`)
  if (!row) throw new Error('no answer')
  return row.answer
}

test('what is suggested after other words is in titles of ads that have those, most ads first, and finds something', () =>
  onMarket(async (market) => {
    const anna = await market.trusted('Anna')
    const whole = await market.adOf(anna, { title: 'Zebrawood marimba for two players' })
    await market.adOf(anna, { title: 'Marimba of zebrawood with mallets' })
    await market.adOf(anna, { title: 'Zebrawood drum, holds 30 liters' })
    await market.adOf(anna, { title: 'Metronome for a marimba' })
    const { queries, listings } = await suggest(market, 'zebrawood m')
    // The metronome has no zebrawood.
    expect(queries).toEqual(['zebrawood marimba', 'zebrawood mallets'])
    expect(listings.map(({ id }) => id)).toContain(whole)
    for (const q of queries) {
      const answer = await search(market, { q })
      expect(answer.total, q).toBeGreaterThan(0)
      expect(answer.corrections, q).toEqual([])
    }
    // Neither a word that only holds others together, nor one that the index has as a unit of its number, nor what was said before.
    expect((await suggest(market, 'zebrawood w')).queries).toEqual([])
    expect((await suggest(market, 'zebrawood li')).queries).toEqual([])
    expect((await suggest(market, 'marimba m')).queries).not.toContain('marimba marimba')
    expect((await suggest(market, 'marim')).queries).toEqual(['marimba'])
  }))

test('a typing error is corrected to a word that an ad has, not to the singular that was made of it', () =>
  onMarket(async (market) => {
    const anna = await market.trusted('Anna')
    await market.adOf(anna, { title: 'Zebrawood xylophones' })
    const answer = await search(market, { q: 'xylophonets' })
    expect(answer.corrections).toEqual([{ from: 'xylophonets', to: 'xylophones' }])
  }))
