import sharp from 'sharp'
import type { VisitorFetch, WebDocument } from 'souk-backend/pages'
import { directionOf } from '../contract/languages.ts'
import { paths } from '../contract/paths.ts'
import type { Reader } from '../contract/words/say.ts'
import { translatorFor } from '../contract/words/translator.ts'
import { BRAND, type Brand, brandColour } from './brand.ts'
import { logoMark, markForBoth, PAPER } from './logo.ts'

/** App icons by name. `safe` keeps the margin free that some systems crop (W3C manifest, maskable icons). */
const ICONS: Readonly<Record<string, { size: number; safe: boolean }>> = {
  '192.png': { size: 192, safe: false },
  '512.png': { size: 512, safe: false },
  'maskable.png': { size: 512, safe: true },
  'apple-touch.png': { size: 180, safe: true },
}

/** `/manifest.webmanifest`: name and appearance of the installed app. */
export function appManifest(brand: Brand): WebDocument {
  const manifestIn = ({ language, t }: Reader) => ({
    lang: language,
    dir: directionOf(language),
    id: paths.home,
    name: brand.name,
    short_name: brand.name.slice(0, 12),
    description: t('home.buyAndSellNearby'),
    start_url: paths.home,
    scope: '/',
    display: 'standalone',
    background_color: PAPER,
    theme_color: brandColour(brand.hue),
    categories: ['shopping'],
    icons: [
      // Only the default mark is available as SVG: a custom logo is a bitmap.
      ...(brand.logoPath ? [] : [{ src: '/icons/mark.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' }]),
      { src: '/icons/192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
      { src: '/icons/512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
      { src: '/icons/maskable.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
    shortcuts: [
      { name: t('app.postAnAd'), url: paths.post },
      { name: t('shell.messages'), url: paths.messages },
    ],
  })
  return {
    path: '/manifest.webmanifest',
    answer: async ({ language }) =>
      new Response(JSON.stringify(manifestIn(translatorFor(language))), {
        headers: {
          'content-type': 'application/manifest+json; charset=utf-8',
          'cache-control': 'public, max-age=300',
          vary: 'Accept-Language',
        },
      }),
  }
}

/** `/icons/<name>`: the default mark or the operator's logo, in the sizes of `appManifest`, rendered once per brand. */
export function appIcons(brand: Brand): WebDocument {
  const drawn = new Map<string, Promise<Buffer>>()
  let drawnFor = ''
  return {
    path: '/icons/:name',
    async answer({ params: { name = '' }, visit }) {
      const icon = ICONS[name]
      if (!icon) return new Response('There is no such icon.\n', { status: 404 })
      const { hue, logoPath } = brand
      const look = JSON.stringify([hue, logoPath])
      if (look !== drawnFor) drawn.clear()
      drawnFor = look
      const picture = drawn.get(name) ?? draw(icon, brandColour(hue), logoPath ? await logoOf(logoPath, visit) : null)
      drawn.set(name, picture)
      picture.catch(() => drawn.delete(name))
      return new Response(new Uint8Array(await picture), {
        headers: { 'content-type': 'image/png', 'cache-control': 'public, max-age=300' },
      })
    },
  }
}

/**
 * `/icons/mark.svg`, the favicon: the operator's logo embedded in an SVG, so that the URL stays the same, or the mark in the brand colour
 * for light and dark backgrounds.
 */
export function brandMark(brand: Brand): WebDocument {
  let drawn: { readonly path: string; readonly svg: Promise<string | null> } | null = null
  const logoAsSvg = async (path: string, visit: VisitorFetch) => {
    if (drawn?.path !== path) drawn = { path, svg: pictureIn(path, visit) }
    const svg = await drawn.svg.catch(() => null)
    if (svg === null) drawn = null
    return svg
  }
  return {
    path: '/icons/mark.svg',
    async answer({ visit }) {
      const logo = brand.logoPath === null ? null : await logoAsSvg(brand.logoPath, visit)
      const mark = () => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 0 34 35">${markForBoth(brand.hue)}</svg>`
      return new Response(logo ?? mark(), {
        headers: { 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=300' },
      })
    },
  }
}

/** The size of a tab icon at four device pixels per CSS pixel. Null when the logo cannot be fetched. */
async function pictureIn(path: string, visit: VisitorFetch): Promise<string | null> {
  const logo = await logoOf(path, visit)
  if (logo === null) return null
  const size = 128
  const picture = await draw({ size, safe: false }, BRAND, logo)
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}"><image width="${size}" height="${size}" href="data:image/png;base64,${picture.toString('base64')}"/></svg>`
}

/** Null when it cannot be fetched: the mark is used instead. */
async function logoOf(path: string, visit: VisitorFetch): Promise<Uint8Array | null> {
  const answer = await visit(`/storage/v1/object/public/branding/${path.split('/').map(encodeURIComponent).join('/')}`)
  return answer.ok ? new Uint8Array(await answer.arrayBuffer()) : null
}

async function draw(
  { size, safe }: { size: number; safe: boolean },
  colour: string,
  logo: Uint8Array | null,
): Promise<Buffer> {
  const margin = Math.round(size * (safe ? 0.22 : 0.06))
  const inner = size - 2 * margin
  const background = safe ? PAPER : { r: 0, g: 0, b: 0, alpha: 0 }
  const input = logo
    ? await sharp(logo).resize(inner, inner, { fit: 'contain', background: '#0000' }).png().toBuffer()
    : Buffer.from(
        `<svg xmlns="http://www.w3.org/2000/svg" width="${inner}" height="${inner}">${logoMark(0, 0, inner, colour)}</svg>`,
      )
  return sharp({ create: { width: size, height: size, channels: 4, background } })
    .composite([{ input, left: margin, top: margin }])
    .png()
    .toBuffer()
}
