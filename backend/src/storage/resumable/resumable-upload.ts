import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify'
import type { StorageContext } from '../context.ts'
import { toStorageError } from '../error-renderer.ts'
import { requireCaller } from '../request-caller.ts'
import { ERROR_CODE, plainError, type ResumableUploads } from './resumable-uploads.ts'
import { type UploadRequest, uploadByCaller, uploadBySignature } from './upload-request.ts'

const EXTENSIONS = 'creation,creation-with-upload,creation-defer-length,termination,expiration'

interface Options {
  readonly context: StorageContext
  readonly resumable: ResumableUploads
}

/** /upload/resumable and /upload/resumable/sign: uploads in parts, TUS 1.0.0. */
export const resumableUpload: FastifyPluginAsync<Options> = async (app, { context, resumable }) => {
  const { publicUrl, storage } = context.config
  const root = `${publicUrl}${app.prefix}/upload/resumable`

  const answerAs = (identify: (request: FastifyRequest) => Promise<UploadRequest>) => {
    return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
      let who: UploadRequest
      try {
        who = await identify(request)
      } catch (error) {
        const known = toStorageError(error as Error) // only errors are thrown here
        const { status_code, body } = plainError(known)
        reply.header('tus-resumable', '1.0.0').header(ERROR_CODE, known.envelope.code)
        return reply.status(status_code).type('text/plain').send(body)
      }
      reply.hijack()
      for (const [name, value] of Object.entries(reply.getHeaders())) {
        if (value !== undefined) reply.raw.setHeader(name, value)
      }
      try {
        await resumable.answer(who, request.raw, reply.raw)
      } catch (error) {
        // The answer may have begun; destroying the connection tells the client that it is incomplete.
        context.log.warn({ err: error }, 'no response to a resumable upload')
        reply.raw.destroy()
      }
      return reply
    }
  }
  const byCaller = answerAs(async (request) =>
    uploadByCaller(context, request, await requireCaller(context.keyring, request), root),
  )
  const bySignature = answerAs(async (request) => uploadBySignature(context, request, `${root}/sign`))

  const options = async (_request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
    reply
      .status(204)
      .headers({
        'tus-resumable': '1.0.0',
        'tus-version': '1.0.0',
        'tus-extension': EXTENSIONS,
        'tus-max-size': storage.globalSizeLimit,
      })
      .send()
  // The CORS headers are set by then, so this also answers preflight requests.
  const config = { cors: { preflightContinue: true } }

  for (const [base, handler] of [
    ['/upload/resumable', byCaller],
    ['/upload/resumable/sign', bySignature],
  ] as const) {
    app.route({ method: 'POST', url: base, handler })
    app.route({ method: ['HEAD', 'PATCH', 'DELETE'], url: `${base}/:upload`, handler })
    for (const url of [base, `${base}/:upload`]) app.route({ method: 'OPTIONS', url, config, handler: options })
  }
}
