import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'

const PHOTOS = join(import.meta.dirname, '../../marketplace/database/seed/data/photos')

export async function aPhoto(name: string, width: number): Promise<Buffer> {
  const source = await readFile(join(PHOTOS, name))
  return sharp(source).resize({ width, withoutEnlargement: false }).jpeg({ quality: 90 }).toBuffer()
}

/** A page of small print, which takes longest to read. @param line  text of the nth line */
export async function manyLetters(line: (n: number) => string): Promise<Buffer> {
  const lines = Array.from(
    { length: 120 },
    (_, n) => `<text x="10" y="${20 + n * 16}" font-size="13">${line(n)}</text>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="2400" height="1960"><rect width="100%" height="100%" fill="white"/>${lines.join('')}</svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 95 }).toBuffer()
}
