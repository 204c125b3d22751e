import { BRAND, brandColour } from './brand.ts'

/** Colours of the light theme, for pictures. */
export const PAPER = '#fbfaf7'
export const INK = '#13201f'
export const SOFT_INK = '#46524f'
const SAFFRON = '#f7b332'
/** In dark mode the brand hue is a little greener, in degrees. */
const DARKER_BY = 6

/** The arch of the logo, on a grid of 32 x 34 units. */
const ARCH =
  'M3 32V15.2C3 8.6 8.2 3.9 16 1.4c7.8 2.5 13 7.2 13 13.8V32a1.4 1.4 0 0 1-1.4 1.4H4.4A1.4 1.4 0 0 1 3 32ZM8.6 33.4v-5.2a7.4 7.4 0 0 1 14.8 0v5.2Z'
const UNITS = 34

/** The mark as SVG in a square of `size` pixels at x, y, optionally in another colour. */
export function logoMark(x: number, y: number, size: number, colour: string = BRAND): string {
  const scale = size / UNITS
  return `<g transform="translate(${x + scale} ${y}) scale(${scale})">
    <path fill="${colour}" fill-rule="evenodd" d="${ARCH}"/><circle fill="${SAFFRON}" cx="16" cy="14.2" r="3.7"/>
  </g>`
}

/** The mark as a favicon for light and dark tabs (`--brand` and `--saffron` of both themes). */
export function markForBoth(hue: number | null): string {
  const turned = hue === null ? '#62cdb7' : `oklch(0.78 0.105 ${hue - DARKER_BY})`
  return `<style>.b{fill:${brandColour(hue)}}.s{fill:${SAFFRON}}@media (prefers-color-scheme:dark){.b{fill:${turned}}.s{fill:#f5b845}}</style><path class="b" fill-rule="evenodd" d="${ARCH}"/><circle class="s" cx="16" cy="14.2" r="3.7"/>`
}
