import { expect, test } from 'vitest'
import { loadMarketConfig } from './config.ts'

test('an external map adds the origins that browsers may fetch it from', () => {
  expect(loadMarketConfig({}).map).toBeNull()
  const { map } = loadMarketConfig({
    MAP_TILES_URL: 'https://tiles.example.com/{z}/{x}/{y}.png',
    MAP_ATTRIBUTION: 'Example',
    MAP_ORIGINS: 'https://a.example.net, https://b.example.net',
  })
  expect(map).toEqual({
    styleUrl: null,
    tilesUrl: 'https://tiles.example.com/{z}/{x}/{y}.png',
    attribution: 'Example',
    origins: ['https://tiles.example.com', 'https://a.example.net', 'https://b.example.net'],
  })
  expect(() => loadMarketConfig({ MAP_TILES_URL: 'https://tiles.example.com/' })).toThrow('{z}')
  expect(() =>
    loadMarketConfig({ MAP_STYLE_URL: 'https://x.example', MAP_ORIGINS: 'https://x.example; script-src *' }),
  ).toThrow('MAP_ORIGINS')
})
