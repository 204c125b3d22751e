import sharp from 'sharp'

export interface Colour {
  readonly r: number
  readonly g: number
  readonly b: number
}

/** Identifies a generated photo. */
export const COLOURS: readonly Colour[] = [
  { r: 230, g: 20, b: 20 },
  { r: 20, g: 180, b: 20 },
  { r: 20, g: 20, b: 230 },
]

const WIDTH = 1500
const HEIGHT = 1300
const BAND = 100

/** A photo that does not compress well, about 1.5 MB, between two bands of a colour at top and bottom. */
export async function noisePhoto(background: Colour): Promise<Buffer> {
  const band = await sharp({ create: { width: WIDTH, height: BAND, channels: 3, background } })
    .png()
    .toBuffer()
  return sharp({
    create: {
      width: WIDTH,
      height: HEIGHT,
      channels: 3,
      background,
      noise: { type: 'gaussian', mean: 128, sigma: 70 },
    },
  })
    .composite([
      { input: band, left: 0, top: 0 },
      { input: band, left: 0, top: HEIGHT - BAND },
    ])
    .jpeg({ quality: 85 })
    .toBuffer()
}

/** The colour index of the top and bottom bands; a truncated photo lacks the bottom one. */
export async function readBands(
  picture: Buffer,
): Promise<{ width: number; height: number; above: number; below: number }> {
  const { width, height } = await sharp(picture).metadata()
  const colourAt = async (top: number) => {
    const spot = sharp(picture).extract({ left: Math.floor(width / 2), top, width: 1, height: 1 })
    const [r = 0, g = 0, b = 0] = await spot.removeAlpha().raw().toBuffer()
    return COLOURS.findIndex((colour) => Math.hypot(colour.r - r, colour.g - g, colour.b - b) < 60)
  }
  return { width, height, above: await colourAt(20), below: await colourAt(height - 40) }
}
