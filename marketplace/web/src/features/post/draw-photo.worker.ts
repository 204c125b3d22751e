import { type Drawing, drawPhoto } from './draw-photo.ts'

/** Processes photos off the main thread. */
addEventListener('message', async ({ data, ports: [port] }: MessageEvent<Drawing>) => {
  port?.postMessage(await drawPhoto(data).catch(() => ({ is: 'unreadable' })))
})
