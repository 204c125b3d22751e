import { type Drawing, drawPhoto } from './draw-photo.ts'

/** Draws pictures beside the page, one message for each: typing stays smooth while twenty photos are made smaller. */
addEventListener('message', async ({ data, ports: [port] }: MessageEvent<Drawing>) => {
  port?.postMessage(await drawPhoto(data).catch(() => ({ is: 'unreadable' })))
})
