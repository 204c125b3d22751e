/** The current name and appearance of the market: administrators change it at run time. */
export interface Brand {
  readonly name: string
  /** In degrees of OKLCH; null is the default one. */
  readonly hue: number | null
  /** An object in the bucket `branding`; null is the default mark. */
  readonly logoPath: string | null
}

/** `--brand` of the light theme (styles.css) rotated to a hue, as hex: icons and some systems do not support `oklch()`. */
export function brandColour(hue: number | null): string {
  return hue === null ? BRAND : hexOf(0.44, 0.075, hue)
}

/** The same for the default hue. */
export const BRAND = '#0a6057'

/** Converts OKLCH to sRGB as in CSS Color 4 (section 10); channels out of gamut are clipped. */
function hexOf(lightness: number, chroma: number, hue: number): string {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const linear = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
  return `#${linear.map((channel) => byteOf(channel).toString(16).padStart(2, '0')).join('')}`
}

function byteOf(linear: number): number {
  const encoded = linear <= 0.0031308 ? 12.92 * linear : 1.055 * linear ** (1 / 2.4) - 0.055
  return Math.round(Math.min(1, Math.max(0, encoded)) * 255)
}
