import sharp from 'sharp'
import type { WebDocument } from '../../backend/src/http/page-document.ts'
import { directionOf } from '../contract/languages.ts'
import { paths } from '../contract/paths.ts'
import type { Reader } from '../contract/words/say.ts'
import { speakerFor } from '../contract/words/speaker.ts'
import { BRAND, logoMark, PAPER } from './logo.ts'

/** Icons that systems ask for, by name. `safe` leaves the rim free that some cut off (W3C manifest, maskable icons). */
const ICONS: Readonly<Record<string, { size: number; safe: boolean }>> = {
  '192.png': { size: 192, safe: false },
  '512.png': { size: 512, safe: false },
  'maskable.png': { size: 512, safe: true },
  'apple-touch.png': { size: 180, safe: true },
}

/** `/manifest.webmanifest`: what the market is called and looks like once it is installed. */
export function appManifest(brandName: string): WebDocument {
  const manifestIn = ({ language, t }: Reader) => ({
    lang: language,
    dir: directionOf(language),
    id: paths.home,
    name: brandName,
    short_name: brandName.slice(0, 12),
    description: t('Buy and sell nearby'),
    start_url: paths.home,
    scope: '/',
    display: 'standalone',
    background_color: PAPER,
    theme_color: BRAND,
    categories: ['shopping'],
    icons: [
      { src: '/logo-mark.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      { src: '/icons/192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
      { src: '/icons/512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: '/icons/maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    shortcuts: [
      { name: t('Post an ad'), url: paths.post },
      { name: t('Messages'), url: paths.messages },
    ],
  })
  return {
    path: '/manifest.webmanifest',
    answer: async ({ language }) =>
      new Response(JSON.stringify(manifestIn(speakerFor(language))), {
        headers: {
          'content-type': 'application/manifest+json; charset=utf-8',
          'cache-control': 'public, max-age=300',
          vary: 'Accept-Language',
        },
      }),
  }
}

/** `/icons/<name>`: the logo in the sizes of `appManifest`, each drawn once. */
export function appIcons(): WebDocument {
  const drawn = new Map<string, Promise<Buffer>>()
  return {
    path: '/icons/:name',
    async answer({ params: { name = '' } }) {
      const icon = ICONS[name]
      if (!icon) return new Response('There is no such icon.\n', { status: 404 })
      const picture = drawn.get(name) ?? draw(icon)
      drawn.set(name, picture)
      return new Response(new Uint8Array(await picture), {
        headers: { 'content-type': 'image/png', 'cache-control': 'public, max-age=86400' },
      })
    },
  }
}

function draw({ size, safe }: { size: number; safe: boolean }): Promise<Buffer> {
  const margin = size * (safe ? 0.22 : 0.06)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">
    ${safe ? `<rect width="${size}" height="${size}" fill="${PAPER}"/>` : ''}
    ${logoMark(margin, margin, size - 2 * margin)}
  </svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}
