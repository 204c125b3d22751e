import libheif from 'libheif-js/libheif-wasm/libheif.js'
import program from 'libheif-js/libheif-wasm/libheif.wasm?url'
import type { HeicAnswer } from './heic.ts'

/** As the server: far beyond any honest picture. */
const MOST_PIXELS = 50_000_000

/** Reads one photo and ends with it. */
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
  // It turns and mirrors as the file says; of its notes nothing comes along.
  const pixels = await new Promise<ImageData | null>((resolve) => photo.display(new ImageData(width, height), resolve))
  if (!pixels) return null
  const canvas = new OffscreenCanvas(width, height)
  canvas.getContext('2d')?.putImageData(pixels, 0, 0)
  return canvas.convertToBlob({ type: 'image/jpeg', quality: 0.92 })
}
