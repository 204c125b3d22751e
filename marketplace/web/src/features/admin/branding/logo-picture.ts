const HEIGHT = 512
/** Limit of the bucket. */
const WIDEST = 2048

/** Rasterises SVG to PNG, since SVG may contain scripts. Returns other pictures unchanged. */
export async function asPicture(file: File): Promise<Blob> {
  if (file.type !== 'image/svg+xml') return file
  const address = URL.createObjectURL(file)
  try {
    const drawing = new Image()
    drawing.src = address
    await drawing.decode()
    const canvas = document.createElement('canvas')
    const shape = drawing.naturalWidth > 0 ? drawing.naturalWidth / drawing.naturalHeight : 1
    canvas.width = Math.min(WIDEST, Math.round(HEIGHT * shape))
    canvas.height = Math.round(canvas.width / shape)
    canvas.getContext('2d')?.drawImage(drawing, 0, 0, canvas.width, canvas.height)
    const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
    if (!picture) throw new Error('The browser gave no picture of the drawing.')
    return picture
  } finally {
    URL.revokeObjectURL(address)
  }
}
