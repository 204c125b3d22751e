import { z } from 'zod'
import type { FunctionHandler } from '../../../backend/src/functions/function.ts'
import { SPEECH, SPEECH_LANGUAGES, type Transcript } from '../../contract/speech.ts'
import { ask, ModelServerFailed, modelServerOf } from '../_shared/model-server.ts'
import { sayTypingWorks, takeTurn } from '../_shared/turns.ts'

const TIMEOUT_MS = 25_000
/** What browsers record, and what others may send, with the ending by which speech services tell them apart. */
const ENDINGS: Readonly<Record<string, string>> = {
  'audio/webm': 'webm',
  'audio/ogg': 'ogg',
  'audio/mp4': 'mp4',
  'audio/mpeg': 'mp3',
  'audio/wav': 'wav',
}
const Answer = z.object({ text: z.string().max(5000) })

/** Speech to text: a recording of at most a minute in, its words out. Nothing of either is kept. `?language=pt` helps. */
export const handle: FunctionHandler = async (request, context) => {
  const server = modelServerOf(context.env)
  if (!server) return refuse(501, 'Speech is not set up here. Typing works.')
  if (request.method !== 'POST') return refuse(405, 'Send the recording with POST.')
  const type = (request.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  const ending = ENDINGS[type]
  if (!ending) return refuse(415, 'Send a recording: WebM, Ogg, MP4, MP3 or WAV.')
  const recording = await request.arrayBuffer()
  if (recording.byteLength === 0) return refuse(400, 'The recording is empty.')
  if (recording.byteLength > SPEECH.maxBytes) return refuse(413, 'Speak for a minute at most.')
  const refusal = await takeTurn(context, 'speech', SPEECH.perHour, sayTypingWorks)
  if (refusal) return refusal

  const form = new FormData()
  form.set('file', new File([new Uint8Array(recording)], `speech.${ending}`, { type }))
  form.set('model', server.model)
  form.set('response_format', 'json')
  const language = new URL(request.url).searchParams.get('language')
  if (SPEECH_LANGUAGES.some((known) => known === language)) form.set('language', language ?? '')
  try {
    const { text } = Answer.parse(
      await ask(server, '/audio/transcriptions', form, { timeoutMs: TIMEOUT_MS, signal: request.signal }),
    )
    return Response.json({ text: text.trim() } satisfies Transcript)
  } catch (error) {
    if (!(error instanceof ModelServerFailed) && !(error instanceof z.ZodError)) throw error
    context.log.warn('speech was not understood', { because: error.message })
    return refuse(502, 'That was not understood. Try again, or type.')
  }
}

function refuse(status: number, message: string): Response {
  return Response.json({ message }, { status })
}
