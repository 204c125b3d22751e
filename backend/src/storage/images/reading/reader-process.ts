import { constants, setPriority } from 'node:os'
import sharp from 'sharp'
import type { ReadAnswer, ReadPicture, ReadRequest } from './picture-reader.ts'
import { prepareReader, readCodes } from './read-codes.ts'
import { isRecogniserInstalled, openRecogniser, type ReadText } from './read-text.ts'

/**
 * The process that reads codes and text in images. The recogniser takes 100 MB and blocks a thread for a second, so it runs in a child
 * process that ends with the server.
 */

/** CPU time for one image, which normally takes 0.1 to 2 seconds; a malicious image must not delay the others. */
const MOST_PROCESSOR_SECONDS = 8

// Threads started later inherit the priority: requests and the database come first on every core.
setPriority(constants.priority.PRIORITY_LOW)
const recogniser = isRecogniserInstalled() ? openRecogniser() : Promise.resolve<ReadText>(async () => [])

process.on('message', (request: ReadRequest) => {
  const before = process.cpuUsage()
  const watch = setInterval(() => {
    const { user, system } = process.cpuUsage(before)
    if ((user + system) / 1e6 > MOST_PROCESSOR_SECONDS) answer({ id: request.id, error: 'it took too long' })
  }, 200)
  read(request)
    .then(
      (found) => answer({ id: request.id, ...found }),
      (error: Error) => answer({ id: request.id, error: error.message }),
    )
    .finally(() => clearInterval(watch))
})
process.on('disconnect', () => process.exit())
await Promise.all([recogniser, prepareReader()])
answer('ready')

async function read({ bytes, wanted }: ReadRequest): Promise<ReadPicture> {
  return {
    codes: wanted.codes ? await readCodes(sharp(bytes)) : [],
    texts: wanted.text ? await (await recogniser)(bytes) : [],
  }
}

function answer(message: ReadAnswer): void {
  process.send?.(message)
}
