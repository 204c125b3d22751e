import { type S3Operation, sendXml } from '../s3-call.ts'
import { requireReadable } from './readable-object.ts'

/** GET /bucket/key?tagging: objects have no tags; clients that copy objects ask all the same. */
export const getObjectTagging: S3Operation = async (call) => {
  await requireReadable(call, call, 'storage.s3.object.get')
  return sendXml(call, 'Tagging', { TagSet: null })
}
