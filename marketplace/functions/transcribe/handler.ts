import type { FunctionHandler } from 'souk-backend/functions'
import { z } from 'zod'
import { SPEECH, type Transcript } from '../../contract/help/speech.ts'
import { LANGUAGES } from '../../contract/languages.ts'
import { refusalAnswer } from '../../contract/refusals/explain.ts'
import { ask, ModelServerFailed, modelServerOf } from '../_shared/model-server.ts'
import { enforceRateLimit, typeInstead } from '../_shared/rate-limit.ts'

const TIMEOUT_MS = 25_000
/** Accepted audio types, recorded by browsers or sent by other clients, with the file extension by which speech services recognise them. */
const ENDINGS: Readonly<Record<string, string>> = {
  'audio/webm': 'webm',
  'audio/ogg': 'ogg',
  'audio/mp4': 'mp4',
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
}
const Answer = z.object({ text: z.string().max(5000) })

/** Speech to text for recordings of up to a minute. Neither audio nor text is stored. `?language=pt` improves recognition. */
export const handle: FunctionHandler = async (request, context) => {
  const server = modelServerOf(context.env)
  if (!server) return refusalAnswer({ code: 'SK902' })
  if (request.method !== 'POST') return refusalAnswer({ code: 'SK901' })
  const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  const ending = ENDINGS[type]
  if (!ending) return refusalAnswer({ code: 'SK903' })
  const recording = await request.arrayBuffer()
  if (recording.byteLength === 0) return refusalAnswer({ code: 'SK904' })
  if (recording.byteLength > SPEECH.maxBytes) return refusalAnswer({ code: 'SK905' })
  const refusal = await enforceRateLimit(context, 'speech', SPEECH.perHour, typeInstead)
  if (refusal) return refusal

  const form = new FormData()
  form.set('file', new File([new Uint8Array(recording)], `speech.${ending}`, { type }))
  form.set('model', server.model)
  form.set('response_format', 'json')
  const language = new URL(request.url).searchParams.get('language')
  if (LANGUAGES.some(({ code }) => code === language)) form.set('language', language ?? '')
  try {
    const { text } = Answer.parse(
      await ask(server, '/audio/transcriptions', form, { timeoutMs: TIMEOUT_MS, signal: request.signal }),
    )
    return Response.json({ text: text.trim() } satisfies Transcript)
  } catch (error) {
    if (!(error instanceof ModelServerFailed) && !(error instanceof z.ZodError)) throw error
    context.log.warn('speech recognition failed', { because: error.message })
    return refusalAnswer({ code: 'SK906' })
  }
}
