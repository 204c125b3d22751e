import { type S3Operation, sendXml } from '../s3-call.ts'
import { requireReadable } from './readable-object.ts'

/** GET /bucket/key?tagging: always empty; clients that copy objects ask for tags anyway. */
export const getObjectTagging: S3Operation = async (call) => {
  await requireReadable(call, call, 'storage.s3.object.get')
  return sendXml(call, 'Tagging', { TagSet: null })
}
