import { createRequire } from 'node:module'
import type { Font } from 'fontkit'
import * as fontkit from 'fontkit'
import PDFDocument from 'pdfkit'

const files = createRequire(import.meta.url)
const WEIGHTS = { regular: 400, bold: 600 } as const
type Weight = keyof typeof WEIGHTS

interface Piece {
  readonly path: string
  readonly font: Font
}

const pieces = new Map<Weight, readonly Piece[]>()

/** The text font of the interface, in subsets: Latin letters of Western Europe, then the others. */
function piecesOf(weight: Weight): readonly Piece[] {
  const known = pieces.get(weight)
  if (known) return known
  const opened = ['latin', 'latin-ext'].map((subset) => {
    const path = files.resolve(
      `@fontsource/instrument-sans/files/instrument-sans-${subset}-${WEIGHTS[weight]}-normal.woff`,
    )
    return { path, font: fontkit.openSync(path) as Font } // each file holds a single font
  })
  pieces.set(weight, opened)
  return opened
}

/** Splits text into runs that one subset can print. Narrow spaces of number formats become plain ones; other characters (emoji) are dropped. */
function runsOf(text: string, weight: Weight): { path: string; text: string }[] {
  const runs: { path: string; text: string }[] = []
  for (const character of text.replace(/[\u00a0\u2009\u202f]/g, ' ').replaceAll('\u2212', '-')) {
    const piece = piecesOf(weight).find(({ font }) => font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0))
    if (!piece) continue
    const last = runs.at(-1)
    if (last?.path === piece.path) last.text += character
    else runs.push({ path: piece.path, text: character })
  }
  return runs
}

export interface Print {
  readonly x: number
  readonly y: number
  /** Wraps longer text; without it, a single line. */
  readonly width?: number
  readonly size?: number
  readonly weight?: Weight
  readonly colour?: string
  /** `end` needs a width. */
  readonly align?: 'start' | 'end'
}

/** A printed document, A4 by default, in points (72 per inch) from the top left corner. */
export interface Paper {
  readonly doc: PDFKit.PDFDocument
  /** Prints text. Returns the y below it. */
  readonly print: (text: string, at: Print) => number
  /** Draws a hairline across the page between the margins. */
  readonly rule: (y: number) => void
  readonly finish: () => Promise<Uint8Array<ArrayBuffer>>
}

export const MARGIN = 56

export function startPaper(title: string, language: string, size: PDFKit.PDFDocumentOptions['size'] = 'A4'): Paper {
  const doc = new PDFDocument({
    size,
    margin: MARGIN,
    lang: language,
    displayTitle: true,
    info: { Title: title },
    font: piecesOf('regular')[0]?.path ?? '',
  })
  const chunks: Uint8Array[] = []
  const ended = new Promise<Uint8Array<ArrayBuffer>>((resolve, reject) => {
    doc.on('data', (chunk: Uint8Array) => chunks.push(chunk))
    doc.on('end', () => resolve(new Uint8Array(Buffer.concat(chunks))))
    doc.on('error', reject)
  })
  return {
    doc,
    print: (text, at) => printText(doc, text, at),
    rule: (y) =>
      doc
        .moveTo(MARGIN, y)
        .lineTo(doc.page.width - MARGIN, y)
        .lineWidth(0.5)
        .stroke('#c9cbc4'),
    finish: () => {
      doc.end()
      return ended
    },
  }
}

function printText(doc: PDFKit.PDFDocument, text: string, at: Print): number {
  const { x, width, size = 10, weight = 'regular', colour = '#13201f', align = 'start' } = at
  doc.fontSize(size).fillColor(colour)
  const widthOf = (line: string) =>
    runsOf(line, weight).reduce((sum, run) => sum + doc.font(run.path).widthOfString(run.text), 0)
  let y = at.y
  for (const line of linesOf(text, width, widthOf)) {
    let left = align === 'end' && width !== undefined ? x + width - widthOf(line) : x
    for (const run of runsOf(line, weight)) {
      doc.font(run.path).text(run.text, left, y, { lineBreak: false })
      left += doc.widthOfString(run.text)
    }
    y += size * 1.45
  }
  return y
}

function linesOf(text: string, width: number | undefined, widthOf: (line: string) => number): string[] {
  const lines: string[] = []
  for (const paragraph of text.split('\n')) {
    let line = ''
    for (const word of paragraph.split(' ')) {
      const longer = line === '' ? word : `${line} ${word}`
      if (line !== '' && width !== undefined && widthOf(longer) > width) {
        lines.push(line)
        line = word
      } else line = longer
    }
    lines.push(line)
  }
  return lines
}
