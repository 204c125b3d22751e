import Papa from 'papaparse'
import { t } from '../../../i18n/t.ts'
import { foldWords } from '../spoken/ad-words.ts'

export const MOST_ROWS = 200
const MOST_BYTES = 2 * 1024 * 1024

const COLUMNS = [
  'reference',
  'title',
  'description',
  'category',
  'type',
  'price',
  'negotiable',
  'condition',
  'place',
  'delivery',
  'shipping',
  'photos',
] as const
export type Column = (typeof COLUMNS)[number]

/** Aliases of columns, in the market's languages. */
const ALIASES: Record<Column, readonly string[]> = {
  reference: ['ref', 'id', 'sku', 'key', 'referência', 'referencia', 'referenz', 'artikelnummer', 'référence'],
  title: ['name', 'título', 'titel', 'titre', 'titulo', 'anúncio'],
  description: ['text', 'details', 'descrição', 'descripción', 'beschreibung', 'texto'],
  category: ['categoria', 'categoría', 'kategorie', 'catégorie'],
  type: ['kind', 'tipo', 'art', 'genre'],
  price: ['preço', 'precio', 'preis', 'prix', 'price eur', 'amount'],
  negotiable: ['negociável', 'negociable', 'vb', 'verhandelbar', 'négociable', 'offers'],
  condition: ['estado', 'zustand', 'état'],
  place: ['area', 'city', 'location', 'local', 'lugar', 'ort', 'lieu', 'cidade', 'ciudad', 'stadt', 'ville'],
  delivery: ['handover', 'entrega', 'übergabe', 'lieferung', 'remise'],
  shipping: [
    'shipping price',
    'shipping cost',
    'postage',
    'portes',
    'envio',
    'gastos de envío',
    'versandkosten',
    'frais de port',
  ],
  photos: ['photo', 'images', 'image', 'pictures', 'fotos', 'imagens', 'imágenes', 'bilder', 'image url', 'photo url'],
}

/** A line's cells by column, and attributes by heading. */
export interface TableRow {
  /** 1-based, counting the heading. */
  line: number
  cells: Partial<Record<Column, string>>
  details: Record<string, string>
}

export type Table =
  | { ok: true; rows: TableRow[]; columns: Column[]; detailColumns: string[] }
  | { ok: false; problem: string }

/** Parses CSV with commas, semicolons or tabs, in UTF-8 or Windows-1252. */
export async function readTableFile(file: Blob): Promise<Table> {
  if (file.size > MOST_BYTES) return { ok: false, problem: t('import.fileTooLarge') }
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return { ok: false, problem: t('import.isSpreadsheet') }
  return readTable(decoded(bytes))
}

/** Falls back to Windows-1252 for invalid UTF-8. */
function decoded(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

export function readTable(text: string): Table {
  if (text.trim() === '') return { ok: false, problem: t('post.files.empty') }
  const { data } = Papa.parse<string[]>(text.replace(/^\ufeff/, ''), { skipEmptyLines: false })
  const [headings = [], ...lines] = data
  const columns = headings.map(columnOf)
  if (!columns.includes('title')) {
    return {
      ok: false,
      problem: t('import.headingsMissing'),
    }
  }
  const rows = lines.flatMap((line, index) => {
    if (line.every((cell) => cell.trim() === '')) return []
    const row: TableRow = { line: index + 2, cells: {}, details: {} }
    for (const [at, cell] of line.entries()) {
      const column = columns[at]
      const heading = headings[at]?.trim() ?? ''
      if (column) row.cells[column] ??= cell.trim()
      else if (heading !== '' && cell.trim() !== '') row.details[heading] = cell.trim()
    }
    return [row]
  })
  if (rows.length === 0) return { ok: false, problem: t('import.fileEmpty') }
  if (rows.length > MOST_ROWS) {
    return {
      ok: false,
      problem: t('import.tooManyRows', {
        count: rows.length,
        most: MOST_ROWS,
      }),
    }
  }
  return {
    ok: true,
    rows,
    columns: COLUMNS.filter((column) => columns.includes(column)),
    detailColumns: headings.map((heading) => heading.trim()).filter((heading, at) => heading !== '' && !columns[at]),
  }
}

function columnOf(heading: string): Column | null {
  const wanted = foldWords(heading)
  return (
    COLUMNS.find(
      (column) => foldWords(column) === wanted || ALIASES[column].some((alias) => foldWords(alias) === wanted),
    ) ?? null
  )
}

/** A template with headings and two example rows. */
export function templateCsv(): string {
  return Papa.unparse(
    {
      fields: [...COLUMNS, 'Size', 'Colour'],
      data: [
        [
          'shelf-1',
          'Reading chair in mustard corduroy',
          'Bought two years ago, sat in on Sundays only. Comes with its cushion.',
          'Armchairs',
          'sell',
          '120',
          'yes',
          'good',
          'Estrela, Lisbon',
          'meet',
          '',
          '',
          '',
          'yellow',
        ],
        [
          'shelf-2',
          'Winter coat in grey wool',
          'Warm and long, worn for one winter. All buttons are there.',
          "Women's coats & jackets",
          'sell',
          '45.50',
          'no',
          'like new',
          'Graça, Lisbon',
          'both',
          '5',
          '',
          'M',
          'grey',
        ],
      ],
    },
    { newline: '\r\n' },
  )
}
