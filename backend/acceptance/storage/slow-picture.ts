import sharp from 'sharp'

/** A small file in which the recogniser sees hundreds of letters: specks of all sizes, different for each seed. */
export async function aSlowPicture(seed: number): Promise<Buffer> {
  const side = 1200
  let state = seed * 2_654_435_761
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const strokes = Array.from({ length: 600 }, () => {
    const [x, y] = [random() * side, random() * side]
    return `M${x.toFixed(0)} ${y.toFixed(0)}l${(random() * 16 - 8).toFixed(0)} ${(random() * 16 - 8).toFixed(0)}`
  })
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}"><rect width="100%" height="100%" fill="#fff"/><path d="${strokes.join('')}" stroke="#000" stroke-width="2"/></svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 60 }).toBuffer()
}
