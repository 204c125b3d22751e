import sharp from 'sharp'

/**
 * A photo as taken by a phone: stored sideways with an EXIF orientation and GPS position. Upright it is 900 x 1200 with a red top third, so that a
 * test can check the rotation.
 */
export async function phonePhoto(seed: number): Promise<Buffer> {
  const width = 900
  const height = 1200
  const base = { r: (seed * 67) % 200, g: (seed * 131) % 200, b: 120 }
  const top = await sharp({ create: { width, height: height / 3, channels: 3, background: { r: 220, g: 20, b: 20 } } })
    .png()
    .toBuffer()
  const upright = await sharp({ create: { width, height, channels: 3, background: base } })
    .composite([{ input: top, left: 0, top: 0 }])
    .png()
    .toBuffer()
  return sharp(upright)
    .rotate(-90) // orientation 6: rotate by 90 degrees clockwise
    .jpeg({ quality: 90 })
    .withExif({
      IFD0: { Make: 'Example Phones', Model: 'E1' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '38/1 42/1 4300/100',
        GPSLongitudeRef: 'W',
        GPSLongitude: '9/1 9/1 3100/100',
      },
    })
    .withMetadata({ orientation: 6 })
    .toBuffer()
}
