import { expect, test } from 'vitest'
import { onMarket } from './database.ts'
import { search, suggestionsFor } from './search-market.ts'

test('what is suggested after other words is in titles of ads that have those, most ads first, and finds something', () =>
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
    // Neither a word that only holds others together, nor one that the index has as a unit of its number, nor what was said before.
    expect((await suggestionsFor(market, 'zebrawood w')).queries).toEqual([])
    expect((await suggestionsFor(market, 'zebrawood li')).queries).toEqual([])
    expect((await suggestionsFor(market, 'marimba m')).queries).not.toContain('marimba marimba')
    expect((await suggestionsFor(market, 'marim')).queries).toEqual(['marimba'])
  }))

test('a typing error is corrected to a word that an ad has, not to the singular that was made of it', () =>
  onMarket(async (market) => {
    const anna = await market.trusted('Anna')
    await market.adOf(anna, { title: 'Zebrawood xylophones' })
    const answer = await search(market, { q: 'xylophonets' })
    expect(answer.corrections).toEqual([{ from: 'xylophonets', to: 'xylophones' }])
  }))
