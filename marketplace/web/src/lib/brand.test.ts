import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { turnFor } from './brand.ts'

type Colour = readonly [lightness: number, chroma: number, hue: number]

const CSS = readFileSync(join(import.meta.dirname, '../styles.css'), 'utf8')
  .replace(/\s+/g, ' ')
  .replaceAll('( ', '(')
  .replaceAll(' )', ')')
const NUMBER = String.raw`(?:calc\(([\d.]+) \+ var\(--brand-turn\)\)|([\d.]+))`
const OKLCH = String.raw`oklch\(([\d.]+) ([\d.]+) ${NUMBER}\)`

/** A colour token of the stylesheet, light or dark, with the brand hue rotated. */
function token(name: string, theme: 'light' | 'dark', turn: number): Colour {
  const both = new RegExp(`--${name}: (?:light-dark\\(${OKLCH}, ${OKLCH}\\)|${OKLCH});`).exec(CSS)
  if (!both) throw new Error(`no token ${name}`)
  const parts = both[9] ? both.slice(9, 13) : theme === 'light' ? both.slice(1, 5) : both.slice(5, 9)
  const [lightness, chroma, turned, fixed] = parts
  return [Number(lightness), Number(chroma), turned ? Number(turned) + turn : Number(fixed)]
}

/** Relative luminance (WCAG 2.2) of an OKLCH colour, each channel clipped to the sRGB gamut. */
function luminance([lightness, chroma, hue]: Colour): number {
  const radians = (hue * Math.PI) / 180
  const [a, b] = [chroma * Math.cos(radians), chroma * Math.sin(radians)]
  const cone = (x: number, y: number) => (lightness + x * a + y * b) ** 3
  const [l, m, s] = [
    cone(0.3963377774, 0.2158037573),
    cone(-0.1055613458, -0.0638541728),
    cone(-0.0894841775, -1.291485548),
  ]
  const cut = (channel: number) => Math.min(1, Math.max(0, channel))
  return (
    0.2126 * cut(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s) +
    0.7152 * cut(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s) +
    0.0722 * cut(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s)
  )
}

function contrast(one: Colour, other: Colour): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

const TEXT = [
  ['brand', 'paper'],
  ['brand', 'surface'],
  ['on-brand', 'brand'],
  ['on-brand', 'brand-strong'],
  ['brand-ink', 'brand-soft'],
  ['ink-2', 'brand-soft'],
  ['on-awning', 'awning'],
  ['on-awning-2', 'awning'],
] as const

describe('any hue an operator chooses', () => {
  test.each(TEXT)('keeps %s on %s readable, light and dark', (text, ground) => {
    const ratios = Array.from({ length: 360 }, (_, hue) =>
      (['light', 'dark'] as const).map((theme) =>
        contrast(token(text, theme, turnFor(hue)), token(ground, theme, turnFor(hue))),
      ),
    ).flat()
    expect(Math.min(...ratios)).toBeGreaterThanOrEqual(4.5)
  })

  test('keeps the focus ring visible', () => {
    for (let hue = 0; hue < 360; hue++) {
      for (const theme of ['light', 'dark'] as const) {
        expect(contrast(token('focus', theme, turnFor(hue)), token('paper', theme, 0))).toBeGreaterThanOrEqual(3)
      }
    }
  })
})

test('the default colours have the contrast stated in the design', () => {
  expect(contrast(token('brand', 'light', 0), token('paper', 'light', 0))).toBeCloseTo(7.15, 1)
  expect(contrast(token('brand', 'dark', 0), token('paper', 'dark', 0))).toBeCloseTo(9.81, 1)
})
