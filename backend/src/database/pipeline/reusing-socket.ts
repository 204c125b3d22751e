import { Socket } from 'node:net'

const READ_BYTES = 64 * 1024

/** A socket that reads into one reused buffer. */
export interface ReusingSocket {
  readonly socket: Socket
  /** Redirects chunks from `data` to this callback; each is overwritten after the call. */
  receive(onChunk: (chunk: Buffer) => void): void
}

/** Node allocates 64 KB per read, and freeing it costs a quarter of the CPU time of a small query in this process. */
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
