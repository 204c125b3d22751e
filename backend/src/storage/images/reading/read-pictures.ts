import { requireBucket } from '../../buckets/bucket.ts'
import type { StorageContext } from '../../context.ts'
import { createPictureReader, type PictureReader, type ReadPicture, type Wanted } from './picture-reader.ts'
import { isRecogniserInstalled, RECOGNISER_MISSING } from './read-text.ts'
import type { Reading } from './reading.ts'
import { leaveReading, noteReading, postponeReading, takeUnread, type UnreadPicture } from './unread-pictures.ts'

type Needed = Pick<StorageContext, 'database' | 'blobs' | 'log'>

/** Poll interval for pictures left by other processes and for retries that are due. */
const LOOK_AGAIN_MS = 5_000

/** Reads pictures one after another in buckets that ask for it; see schemas/storage/unread_pictures.sql. */
export function startReading(context: Needed, reader = createPictureReader()): Reading {
  let isStopped = false
  let underWay: Promise<void> | null = null
  let isAskedAgain = false
  let isToldOfWords = isRecogniserInstalled()

  const readOne = async (picture: UnreadPicture) => {
    const { admin } = context.database
    try {
      const wanted = await wantedOf(context, picture)
      if (wanted.text && !isToldOfWords) context.log.warn(RECOGNISER_MISSING)
      isToldOfWords ||= wanted.text
      await noteReading(admin, picture, await readStored(context, reader, picture, wanted))
    } catch (error) {
      if (isStopped) return leaveReading(admin, picture)
      context.log.warn({ err: error, object: picture.objectId }, 'text recognition of a picture failed')
      await postponeReading(admin, picture)
    }
  }
  const readAll = async () => {
    do {
      isAskedAgain = false
      for (;;) {
        const picture = isStopped ? null : await takeUnread(context.database.admin)
        if (!picture) break
        await readOne(picture)
      }
    } while (isAskedAgain && !isStopped)
  }
  const wake = () => {
    isAskedAgain = true
    underWay ??= readAll()
      .catch((error: unknown) => context.log.warn({ err: error }, 'text recognition failed; will retry'))
      .finally(() => {
        underWay = null
      })
  }
  wake()
  const timer = setInterval(wake, LOOK_AGAIN_MS)
  timer.unref()
  return {
    wake,
    async stop() {
      isStopped = true
      clearInterval(timer)
      reader.close()
      await underWay
    },
  }
}

async function wantedOf({ database }: Needed, { bucketId }: UnreadPicture): Promise<Wanted> {
  const { imagePolicy } = await requireBucket(database.admin, bucketId)
  return { codes: imagePolicy?.readCodes ?? false, text: imagePolicy?.readText ?? false }
}

async function readStored(
  context: Needed,
  reader: PictureReader,
  { version }: UnreadPicture,
  wanted: Wanted,
): Promise<ReadPicture> {
  if (!wanted.codes && !wanted.text) return { codes: [], texts: [] }
  const bytes = await context.blobs.read(version)
  if (!bytes) throw new Error('its file is missing')
  return reader.read(bytes, wanted)
}
