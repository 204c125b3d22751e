import type { MultipartFile } from '@fastify/multipart'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { StorageContext } from '../context.ts'
import { StorageError } from '../errors.ts'
import { receiveObject } from '../objects/receive-upload.ts'
import { requireMimeType } from '../objects/upload-body.ts'
import { ownership, probeWrite } from '../objects/write-object.ts'
import { readChecks } from './body/checksums.ts'
import { verified } from './body/read-body.ts'
import { S3Error } from './errors.ts'
import { requirePolicy, type SizeRange } from './form-policy.ts'
import { readDescription, refuseUnsupported } from './operations/written-object.ts'
import { encodeKey, type RawCall } from './raw-call.ts'
import { authenticateForm } from './signing/authenticate.ts'
import { buildXml } from './xml.ts'

/** In bytes, names and values together: the protocol's own limit. */
const MAX_FIELDS_BYTES = 20 * 1024

export function isForm(request: FastifyRequest, { method, bucket, key, queryValues }: RawCall): boolean {
  return method === 'POST' && bucket !== '' && key === '' && queryValues.size === 0 && request.isMultipart()
}

/**
 * POST /bucket: a browser's form with a signed policy.
 * @throws {S3Error} AccessDenied when the form breaks its policy, EntityTooSmall
 */
export async function postObject(
  context: StorageContext,
  request: FastifyRequest,
  reply: FastifyReply,
  bucket: string,
): Promise<FastifyReply> {
  const { fields, file } = await readForm(request)
  fields.set('bucket', bucket)
  const caller = await authenticateForm(context, fields)
  const size = requirePolicy(fields)
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the protocol's placeholder
  const key = fields.get('key')?.replaceAll('${filename}', () => file.filename)
  if (!key) throw new S3Error('InvalidArgument', 'The form needs the field key')

  const given = { headers: Object.fromEntries(fields), queryValues: new Map(), isPresigned: false }
  refuseUnsupported(given)
  const { mimeType, ...description } = readDescription(given)
  const content = verified(within(size, file.file), null, readChecks(given.headers), new Map())
  const target = { bucketId: bucket, key, upsert: true, ...ownership(context, request, caller) }
  const row = await receiveObject(
    context,
    target,
    ({ declaredType: mimetype }) =>
      probeWrite(context, request, caller, target, 'storage.s3.object.upload', { mimetype, contentLength: null }),
    async () => ({
      ...description,
      declaredType: requireMimeType(mimeType),
      robotsTag: null,
      declaredLength: null,
      content,
    }),
  )
  return sendStored(request, reply, fields, { bucket, key, etag: row.metadata.eTag })
}

/** Fields come before the file; those after it are ignored. */
async function readForm(request: FastifyRequest): Promise<{ fields: Map<string, string>; file: MultipartFile }> {
  const fields = new Map<string, string>()
  let bytes = 0
  const limits = { fields: 200, files: 1, fieldSize: MAX_FIELDS_BYTES + 1, fileSize: Number.POSITIVE_INFINITY }
  for await (const part of request.parts({ limits })) {
    if (part.type === 'file') return { fields, file: part }
    const value = String(part.value)
    bytes += Buffer.byteLength(part.fieldname) + Buffer.byteLength(value)
    if (bytes > MAX_FIELDS_BYTES) throw new S3Error('MaxPostPreDataLengthExceeded')
    fields.set(part.fieldname.toLowerCase(), value)
  }
  throw new S3Error('InvalidArgument', 'The form needs a file')
}

async function* within({ least, most }: SizeRange, content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let size = 0
  for await (const bytes of content) {
    size += bytes.length
    if (size > most) throw new StorageError('too_large')
    yield bytes
  }
  if (size < least) throw new S3Error('EntityTooSmall', `The file is smaller than ${least} bytes`)
}

interface Stored {
  readonly bucket: string
  readonly key: string
  readonly etag: string
}

/** Answers as the form wishes: 204 unless it names 200, 201 or where to go. */
function sendStored(
  request: FastifyRequest,
  reply: FastifyReply,
  fields: ReadonlyMap<string, string>,
  { bucket, key, etag }: Stored,
): FastifyReply {
  const wish = fields.get('success_action_redirect') ?? fields.get('redirect')
  const next = wish === undefined ? null : URL.parse(wish)
  if (next?.protocol === 'http:' || next?.protocol === 'https:') {
    for (const [name, value] of Object.entries({ bucket, key, etag })) next.searchParams.set(name, value)
    return reply.redirect(next.href, 303)
  }
  const location = `${request.protocol}://${request.host}${request.url.replace(/\/$/, '')}/${encodeKey(key)}`
  reply.headers({ etag, location })
  const status = fields.get('success_action_status')
  if (status === '201') {
    const document = { Location: location, Bucket: bucket, Key: key, ETag: etag }
    return reply.status(201).type('application/xml').send(buildXml('PostResponse', document))
  }
  return reply.status(status === '200' ? 200 : 204).send()
}
