import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/**
 * The limits for files: GET streams one file from disk; PUT writes the body durably to disk under a new name and removes it again.
 * Arguments: the file, a folder. Prints its URL.
 */
const [file = '', folder = ''] = process.argv.slice(2)
const { size } = await stat(file)

async function receive(body: NodeJS.ReadableStream): Promise<void> {
  const path = join(folder, randomUUID())
  await pipeline(body, createWriteStream(path))
  const written = await open(path, 'r+')
  await written.sync()
  await written.close()
  await rename(path, `${path}.done`)
  await rm(`${path}.done`)
}

const server = createServer((request, response) => {
  if (request.method === 'GET') {
    response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': size })
    createReadStream(file, { highWaterMark: 256 * 1024 }).pipe(response)
    return
  }
  receive(request).then(
    () => response.end('{}'),
    () => response.writeHead(500).end(),
  )
})
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`))
process.on('SIGTERM', () => process.exit(0))
