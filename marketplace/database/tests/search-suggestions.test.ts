import { expect, test } from 'vitest'
import { onMarket } from './database.ts'
import { search, suggestionsFor } from './search-market.ts'

test('a suggested next word is in titles with the previous words, is sorted by number of ads, and finds something', () =>
  onMarket(async (market) => {
    const anna = await market.trusted('Anna')
    const whole = await market.adOf(anna, { title: 'Zebrawood marimba for two players' })
    await market.adOf(anna, { title: 'Marimba of zebrawood, modified, with mallets' })
    await market.adOf(anna, { title: 'Zebrawood drum, holds 30 liters' })
    await market.adOf(anna, { title: 'Metronome for a marimba' })
    const { queries, listings } = await suggestionsFor(market, 'zebrawood m')
    // The metronome has no zebrawood, and no ad is for mallets.
    expect(queries).toEqual(['zebrawood marimba', 'zebrawood modified'])
    expect(listings.map(({ id }) => id)).toContain(whole)
    for (const q of queries) {
      const answer = await search(market, { q })
      expect(answer.total, q).toBeGreaterThan(0)
      expect(answer.corrections, q).toEqual([])
    }
    // No stop words, no units that are indexed with their number, and no word that was already typed.
    expect((await suggestionsFor(market, 'zebrawood w')).queries).toEqual([])
    expect((await suggestionsFor(market, 'zebrawood li')).queries).toEqual([])
    expect((await suggestionsFor(market, 'marimba m')).queries).not.toContain('marimba marimba')
    expect((await suggestionsFor(market, 'marim')).queries).toEqual(['marimba'])
  }))

test('a typing error is corrected to a word of an ad, not to a singular derived from it', () =>
  onMarket(async (market) => {
    const anna = await market.trusted('Anna')
    await market.adOf(anna, { title: 'Zebrawood xylophones' })
    const answer = await search(market, { q: 'xylophonets' })
    expect(answer.corrections).toEqual([{ from: 'xylophonets', to: 'xylophones' }])
  }))
