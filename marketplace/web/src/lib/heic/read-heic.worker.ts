import libheif from 'libheif-js/libheif-wasm/libheif.js'
import program from 'libheif-js/libheif-wasm/libheif.wasm?url'
import type { HeicAnswer } from './heic.ts'

/** Same limit as the server: far beyond any real photo. */
const MOST_PIXELS = 50_000_000

/** Converts one photo. */
addEventListener('message', async ({ data }: MessageEvent<Blob>) => {
  const answer: HeicAnswer = await read(data).catch(() => null)
  postMessage(answer)
})

async function read(file: Blob): Promise<Blob | null> {
  const wasmBinary = await (await fetch(program)).arrayBuffer()
  const { HeifDecoder } = libheif({ wasmBinary })
  const [photo] = new HeifDecoder().decode(new Uint8Array(await file.arrayBuffer()))
  if (!photo) return null
  const [width, height] = [photo.get_width(), photo.get_height()]
  if (width < 1 || height < 1 || width * height > MOST_PIXELS) return null
  // libheif applies the file's rotation and mirroring; the metadata is dropped.
  const pixels = await new Promise<ImageData | null>((resolve) => photo.display(new ImageData(width, height), resolve))
  if (!pixels) return null
  const canvas = new OffscreenCanvas(width, height)
  canvas.getContext('2d')?.putImageData(pixels, 0, 0)
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.92 })
}
