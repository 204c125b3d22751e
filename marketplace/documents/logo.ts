/** The colours of the light theme, for pictures. */
export const PAPER = '#fbfaf7'
export const INK = '#13201f'
export const SOFT_INK = '#46524f'
export const BRAND = '#0a6057'
const SAFFRON = '#f7b332'

/** The arch of the logo, on 32 x 34 units. */
const ARCH =
  'M3 32V15.2C3 8.6 8.2 3.9 16 1.4c7.8 2.5 13 7.2 13 13.8V32a1.4 1.4 0 0 1-1.4 1.4H4.4A1.4 1.4 0 0 1 3 32ZM8.6 33.4v-5.2a7.4 7.4 0 0 1 14.8 0v5.2Z'
const UNITS = 34

/** The logo as SVG in a square of `size` pixels whose corner is at x, y. */
export function logoMark(x: number, y: number, size: number): string {
  const scale = size / UNITS
  return `<g transform="translate(${x + scale} ${y}) scale(${scale})">
    <path fill="${BRAND}" fill-rule="evenodd" d="${ARCH}"/><circle fill="${SAFFRON}" cx="16" cy="14.2" r="3.7"/>
  </g>`
}
