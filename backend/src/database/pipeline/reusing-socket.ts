import { Socket } from 'node:net'

const READ_BYTES = 64 * 1024

/** A socket that reads into the same memory again and again. */
export interface ReusingSocket {
  readonly socket: Socket
  /** From now on chunks go here, instead of to `data`; each is written anew after the call. */
  receive(onChunk: (chunk: Buffer) => void): void
}

/** Node takes a fresh 64 KB for each read, whose disposal is a quarter of what a small query costs this process. */
export function makeReusingSocket(): ReusingSocket {
  let receive: ((chunk: Buffer) => void) | null = null
  const memory = Buffer.allocUnsafeSlow(READ_BYTES)
  const socket: Socket = new Socket({
    onread: {
      buffer: memory,
      callback: (bytes) => {
        const chunk = memory.subarray(0, bytes)
        if (receive) receive(chunk)
        else socket.emit('data', Buffer.from(chunk))
        return true
      },
    },
  })
  return {
    socket,
    receive(onChunk) {
      receive = onChunk
    },
  }
}
