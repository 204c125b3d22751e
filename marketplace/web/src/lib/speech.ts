import { SPEECH, type Transcript } from '../../../contract/help/speech.ts'
import { t } from '../i18n/t.ts'
import { howToListen } from './can-listen.ts'
import { config } from './config.ts'
import { sentenceOf } from './data/failure.ts'
import { supabase } from './data/supabase.ts'

/** The result of listening. `denied` concerns the microphone; the other failures are worth a retry. */
type Heard = { ok: true; text: string } | NotHeard

interface NotHeard {
  ok: false
  reason: 'denied' | 'nothing' | 'failed'
  message: string
}

export interface Listening {
  /** Stops listening; speech so far counts. */
  stop: () => void
  done: Promise<Heard>
}

const DENIED: NotHeard = { ok: false, reason: 'denied', message: t('common.allowMicrophone') }
const NOTHING: NotHeard = { ok: false, reason: 'nothing', message: t('common.nothingHeard') }
const FAILED: NotHeard = { ok: false, reason: 'failed', message: t('common.notUnderstood') }

/** Listens until stopped, silence, or one minute. `onPartial` gets interim text where the browser provides it. */
export function listen(onPartial: (text: string) => void): Listening {
  return howToListen() === 'browser' ? recognise(onPartial) : record()
}

interface Recognition extends EventTarget {
  lang: string
  interimResults: boolean
  continuous: boolean
  start(): void
  stop(): void
}

interface ResultEvent extends Event {
  readonly results: ArrayLike<ArrayLike<{ readonly transcript: string }>>
}

function recognise(onPartial: (text: string) => void): Listening {
  const { SpeechRecognition, webkitSpeechRecognition } = window as {
    SpeechRecognition?: new () => Recognition
    webkitSpeechRecognition?: new () => Recognition
  }
  const Class = SpeechRecognition ?? webkitSpeechRecognition
  if (!Class) return { stop: () => undefined, done: Promise.resolve(FAILED) }
  const recognition = new Class()
  recognition.lang = navigator.language
  recognition.interimResults = true
  recognition.continuous = false
  let text = ''
  let error: string | null = null
  const done = new Promise<Heard>((resolve) => {
    recognition.addEventListener('result', (event) => {
      const { results } = event as ResultEvent
      text = Array.from(results, (result) => result[0]?.transcript ?? '')
        .join(' ')
        .trim()
      onPartial(text)
    })
    recognition.addEventListener('error', (event) => {
      error = (event as Event & { error?: string }).error ?? 'unknown'
    })
    recognition.addEventListener('end', () => {
      if (text !== '') resolve({ ok: true, text })
      else if (error === 'not-allowed' || error === 'service-not-allowed') resolve(DENIED)
      else resolve(error === null || error === 'no-speech' || error === 'aborted' ? NOTHING : FAILED)
    })
  })
  recognition.start()
  return { stop: () => recognition.stop(), done }
}

/** Recording types that the server accepts, the smallest first. */
const KINDS = ['audio/webm;codecs=opus', 'audio/ogg;codecs=opus', 'audio/mp4', 'audio/webm']

function record(): Listening {
  let recorder: MediaRecorder | null = null
  let isStopped = false
  const stop = () => {
    isStopped = true
    if (recorder?.state === 'recording') recorder.stop()
  }
  const capture = async (): Promise<Heard> => {
    let stream: MediaStream
    try {
      stream = await navigator.mediaDevices.getUserMedia({ audio: true })
    } catch {
      return DENIED
    }
    try {
      const mimeType = KINDS.find((kind) => MediaRecorder.isTypeSupported(kind))
      const recording = new MediaRecorder(stream, { ...(mimeType ? { mimeType } : {}), audioBitsPerSecond: 32_000 })
      recorder = recording
      const parts: Blob[] = []
      const ended = new Promise<void>((resolve) => {
        recording.addEventListener('dataavailable', ({ data }) => parts.push(data))
        recording.addEventListener('stop', () => resolve())
      })
      recording.start()
      if (isStopped) recording.stop()
      const timer = setTimeout(stop, SPEECH.maxSeconds * 1000)
      await ended
      clearTimeout(timer)
      const sound = new Blob(parts, { type: recording.mimeType.split(';')[0] ?? '' })
      return sound.size === 0 ? NOTHING : await transcribe(sound)
    } catch {
      return FAILED
    } finally {
      for (const track of stream.getTracks()) track.stop()
    }
  }
  return { stop, done: capture() }
}

/** Not through the client's own call, which would send a Blob without its type. */
async function transcribe(sound: Blob): Promise<Heard> {
  const { data } = await supabase.auth.getSession()
  const language = navigator.language.slice(0, 2).toLowerCase()
  const answer = await fetch(`${config.url}/functions/v1/${SPEECH.function}?language=${language}`, {
    method: 'POST',
    headers: {
      apikey: config.publishableKey,
      authorization: `Bearer ${data.session?.access_token ?? config.publishableKey}`,
      'content-type': sound.type,
    },
    body: sound,
  })
  const said = (await answer.json().catch(() => ({}))) as Partial<Transcript> & { code?: string } // our own function
  if (!answer.ok) return said.code === undefined ? FAILED : { ...FAILED, message: sentenceOf(said) }
  return said.text ? { ok: true, text: said.text } : NOTHING
}
