import { numberParameter, type S3Operation, sendXml } from '../s3-call.ts'
import { MAX_PARTS, partsOf, requireUpload } from './uploads.ts'

const MAX_PAGE = 1000

/** GET /bucket/key?uploadId */
export const listParts: S3Operation = async (call) => {
  const { upload } = await requireUpload(call, 'storage.s3.upload.list')
  const maxParts = Math.min(numberParameter(call, 'max-parts', 0, 2 ** 31) ?? MAX_PAGE, MAX_PAGE)
  const marker = numberParameter(call, 'part-number-marker', 0, MAX_PARTS) ?? 0
  const rest = (await partsOf(call.context.database.admin, upload.id)).filter((part) => part.part_number > marker)
  const page = rest.slice(0, maxParts)
  const isTruncated = rest.length > page.length
  return sendXml(call, 'ListPartsResult', {
    Bucket: upload.bucket_id,
    Key: upload.key,
    UploadId: upload.id,
    Owner: { ID: upload.owner_id ?? '' },
    Initiator: { ID: upload.owner_id ?? '' },
    StorageClass: 'STANDARD',
    PartNumberMarker: marker,
    ...(isTruncated ? { NextPartNumberMarker: page.at(-1)?.part_number ?? marker } : {}),
    MaxParts: maxParts,
    IsTruncated: isTruncated,
    Part: page.map((part) => ({
      PartNumber: part.part_number,
      LastModified: part.created_at.toISOString(),
      ETag: `"${part.md5}"`,
      Size: part.size,
    })),
  })
}
