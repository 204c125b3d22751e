import type { AddressInfo } from 'node:net'
import { type WebSocket, WebSocketServer } from 'ws'

/** The limit for broadcasts: forwards each message to every socket as one frame that is built once. Prints its URL. */
const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false })
const sockets = new Set<WebSocket & { _socket?: { write(bytes: Buffer): void } }>()
server.on('connection', (socket) => {
  sockets.add(socket)
  socket.on('close', () => sockets.delete(socket))
  socket.on('message', (data: Buffer) => {
    const bytes = frame(data)
    for (const receiver of sockets) receiver._socket?.write(bytes)
  })
})
server.on('listening', () => console.log(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`))
process.on('SIGTERM', () => process.exit(0))

/** An unmasked text frame (RFC 6455, section 5.2) of at most 65,535 bytes. */
function frame(payload: Buffer): Buffer {
  const header = payload.length < 126 ? Buffer.from([0x81, payload.length]) : Buffer.from([0x81, 126, 0, 0])
  if (payload.length >= 126) header.writeUInt16BE(payload.length, 2)
  return Buffer.concat([header, payload])
}
