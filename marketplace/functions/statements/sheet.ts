import Papa from 'papaparse'
import { type Language, varietyOf } from '../../contract/languages.ts'
import { decimalText, minorPerUnit, moneyFormat } from '../../contract/money/money.ts'
import { dayText } from '../../contract/words/moments.ts'
import { MARGIN, type Paper, startPaper } from '../_shared/paper.ts'
import type { Issue } from './issue.ts'

/** A value of a table: printed in the reader's language, plain in CSV. */
export type Cell = string | number | Date | Money

export interface Money {
  readonly minor: number
  readonly currency: string
}

/** One document: printed as PDF, or as CSV with the same lines. */
export interface Sheet {
  /** File name without extension. */
  readonly name: string
  readonly title: string
  readonly facts: readonly (readonly [label: string, value: Cell])[]
  /** Widths are fractions of the page width. */
  readonly columns: readonly { readonly label: string; readonly width: number; readonly end?: boolean }[]
  readonly rows: readonly (readonly Cell[])[]
  readonly sums: readonly (readonly [label: string, value: Money])[]
  readonly note: string | null
}

const isMoney = (cell: Cell): cell is Money => typeof cell === 'object' && !(cell instanceof Date)

function textOf(cell: Cell, language: Language): string {
  if (isMoney(cell)) {
    return moneyFormat(varietyOf(language), cell.currency, false).format(cell.minor / minorPerUnit(cell.currency))
  }
  if (cell instanceof Date) return dayText(cell, language)
  return typeof cell === 'number' ? new Intl.NumberFormat(varietyOf(language)).format(cell) : cell
}

function plainOf(cell: Cell): string | number {
  if (isMoney(cell)) return decimalText(cell.minor, cell.currency)
  return cell instanceof Date ? cell.toISOString().slice(0, 10) : cell
}

/** Lines and sums for a spreadsheet: dates as 2026-11-24, amounts with a dot, and the currency in a separate column. */
export function sheetCsv({ columns, rows, sums }: Sheet): string {
  const currency = [...rows.flat(), ...sums.map(([, sum]) => sum)].find(isMoney)?.currency ?? ''
  const filler = columns.slice(2).map(() => '')
  return Papa.unparse(
    [
      [...columns.map(({ label }) => label), 'ISO 4217'],
      ...rows.map((row) => [...row.map(plainOf), currency]),
      ...sums.map(([label, sum]) => [label, ...filler, plainOf(sum), currency]),
    ],
    { escapeFormulae: /^[=+@\t\r]/ },
  )
}

const WIDTH = 595 - 2 * MARGIN
const PALE = '#5c6b68'

/** Prints a sheet on as many pages as needed. */
export async function printSheet(sheet: Sheet, { reader, operator }: Issue): Promise<Uint8Array<ArrayBuffer>> {
  const { language } = reader
  const paper = startPaper(sheet.title, language)
  const { print, rule } = paper
  print(operator, { x: MARGIN, y: MARGIN, weight: 'bold', size: 11, colour: '#0a6057' })
  let y = print(sheet.title, { x: MARGIN, y: MARGIN + 26, weight: 'bold', size: 20, width: WIDTH }) + 8
  for (const [label, value] of sheet.facts) {
    print(label, { x: MARGIN, y, colour: PALE })
    y = print(textOf(value, language), { x: MARGIN + 130, y, width: WIDTH - 130 }) + 2
  }
  y = printHead(paper, sheet, y + 16)
  for (const row of sheet.rows) {
    if (y > paper.doc.page.height - MARGIN - 40) {
      paper.doc.addPage()
      y = printHead(paper, sheet, MARGIN)
    }
    y =
      printRow(
        paper,
        sheet,
        row.map((cell) => textOf(cell, language)),
        y,
      ) + 5
    rule(y - 2)
    y += 4
  }
  if (y + sheet.sums.length * 20 + 40 > paper.doc.page.height - MARGIN) {
    paper.doc.addPage()
    y = MARGIN
  }
  y += 6
  for (const [at, [label, sum]] of sheet.sums.entries()) {
    const weight = at === sheet.sums.length - 1 ? 'bold' : 'regular'
    print(label, { x: MARGIN + WIDTH / 2, y, weight })
    y = print(textOf(sum, language), { x: MARGIN, y, width: WIDTH, align: 'end', weight }) + 4
  }
  if (sheet.note) print(sheet.note, { x: MARGIN, y: y + 14, width: WIDTH, size: 9, colour: PALE })
  return paper.finish()
}

function printHead(paper: Paper, sheet: Sheet, y: number): number {
  const below =
    printRow(
      paper,
      sheet,
      sheet.columns.map(({ label }) => label),
      y,
      PALE,
    ) + 5
  paper.rule(below - 2)
  return below + 4
}

function printRow({ print }: Paper, { columns }: Sheet, texts: readonly string[], y: number, colour?: string): number {
  let x = MARGIN
  let below = y
  for (const [at, { width, end }] of columns.entries()) {
    const room = width * WIDTH
    below = Math.max(
      below,
      print(texts[at] ?? '', {
        x,
        y,
        width: room - (end ? 0 : 12),
        align: end ? 'end' : 'start',
        size: 9.5,
        ...(colour && { colour }),
      }),
    )
    x += room
  }
  return below
}
