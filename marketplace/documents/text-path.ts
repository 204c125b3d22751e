import { createRequire } from 'node:module'
import * as fontkit from 'fontkit'

const files = createRequire(import.meta.url)
/** The display font of the interface, in subsets: Latin letters of Western Europe, then the others. */
const PIECES = ['latin', 'latin-ext'] as const

export type Weight = 500 | 700

const fonts = new Map<Weight, fontkit.Font[]>()

function fontsOf(weight: Weight): fontkit.Font[] {
  const known = fonts.get(weight)
  if (known) return known
  const opened = PIECES.map(
    (piece) =>
      fontkit.openSync(
        files.resolve(`@fontsource/bricolage-grotesque/files/bricolage-grotesque-${piece}-${weight}-normal.woff`),
      ) as fontkit.Font, // each file holds a single font
  )
  fonts.set(weight, opened)
  return opened
}

/** Splits text into runs that one subset can render. Characters that none has (emoji) are dropped. */
function stretches(text: string, weight: Weight): { font: fontkit.Font; text: string }[] {
  const found: { font: fontkit.Font; text: string }[] = []
  for (const character of text) {
    const font = fontsOf(weight).find((piece) => piece.hasGlyphForCodePoint(character.codePointAt(0) ?? 0))
    if (!font) continue
    const last = found.at(-1)
    if (last?.font === font) last.text += character
    else found.push({ font, text: character })
  }
  return found
}

/** Width of a line at `size` pixels. */
export function widthOf(text: string, size: number, weight: Weight): number {
  return stretches(text, weight).reduce(
    (sum, piece) => sum + (piece.font.layout(piece.text).advanceWidth / piece.font.unitsPerEm) * size,
    0,
  )
}

/** A line of text as SVG, its baseline starting at x, y. Rendered as outlines, because a server may have no fonts installed. */
export function lineAt(text: string, x: number, y: number, size: number, weight: Weight, fill: string): string {
  let left = x
  let svg = ''
  for (const { font, text: stretch } of stretches(text, weight)) {
    const scale = size / font.unitsPerEm
    const { glyphs, positions } = font.layout(stretch)
    for (const [at, glyph] of glyphs.entries()) {
      const position = positions[at]
      if (!position) continue
      const moved = `translate(${left + position.xOffset * scale} ${y}) scale(${scale} ${-scale})`
      svg += `<path transform="${moved}" fill="${fill}" d="${glyph.path.toSVG()}"/>`
      left += position.xAdvance * scale
    }
  }
  return svg
}

/** Wraps text into lines of at most `width` pixels; if there are more than `most` lines, the last one ends with "…". */
export function linesOf(text: string, width: number, most: number, size: number, weight: Weight): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/).filter(Boolean)) {
    const longer = line ? `${line} ${word}` : word
    if (line && widthOf(longer, size, weight) > width) {
      lines.push(line)
      line = word
    } else line = longer
  }
  if (line) lines.push(line)
  const shown = lines.slice(0, most).map((each) => shortened(each, width, size, weight))
  if (lines.length > most) shown.push(shortened(`${shown.pop()} …`, width, size, weight))
  return shown
}

/** Truncates a word that is wider than the line. */
function shortened(line: string, width: number, size: number, weight: Weight): string {
  let kept = line
  while (kept.length > 1 && widthOf(kept, size, weight) > width) kept = `${kept.slice(0, -2).trimEnd()}…`
  return kept
}
