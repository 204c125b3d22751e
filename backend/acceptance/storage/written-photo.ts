import { createRequire } from 'node:module'
import * as fontkit from 'fontkit'
import sharp from 'sharp'

const SIZE = 56

/** A photo with text drawn over it as outlines, because a machine may have no fonts. */
export async function aPhotoWithWords(...lines: string[]): Promise<Buffer> {
  const file = createRequire(import.meta.url).resolve(
    '@fontsource/bricolage-grotesque/files/bricolage-grotesque-latin-500-normal.woff',
  )
  const font = fontkit.openSync(file) as fontkit.Font // a single font in the file
  const scale = SIZE / font.unitsPerEm
  const drawn = lines.map((line, at) => {
    const { glyphs, positions } = font.layout(line)
    let left = 80
    return glyphs.map((glyph, index) => {
      const moved = `translate(${left} ${520 + at * 90}) scale(${scale} ${-scale})`
      left += (positions[index]?.xAdvance ?? 0) * scale
      return `<path transform="${moved}" fill="#b00020" d="${glyph.path.toSVG()}"/>`
    })
  })
  const label = `<rect x="50" y="440" width="1000" height="${60 + lines.length * 90}" fill="#fff" fill-opacity=".9"/>`
  const words = Buffer.from(`<svg width="1200" height="900">${label}${drawn.flat(2).join('')}</svg>`)
  return sharp({ create: { width: 1200, height: 900, channels: 3, background: '#806040' } })
    .composite([{ input: words }])
    .jpeg({ quality: 80 })
    .toBuffer()
}
