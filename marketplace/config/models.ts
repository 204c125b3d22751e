/** An OpenAI-compatible server. */
export type ModelServer = Readonly<{
  /** Including the version, without a trailing slash: https://models.example.com/v1 */
  baseUrl: string
  apiKey: string | null
  model: string
}>

const ADDRESS = { type: 'string', pattern: '^https?://[^\\s]+$' }
const TEXT = { type: 'string', minLength: 1 }
const ADDRESS_EXPECTED = 'an http or https address'
const KEY = { schema: TEXT, expected: 'not empty', help: 'its API key, if required' } as const

export const MODEL_VARIABLES = {
  ASSISTANT_BASE_URL: {
    schema: ADDRESS,
    expected: ADDRESS_EXPECTED,
    help: 'server with an OpenAI-compatible `/chat/completions` for the support assistant. It receives questions and the data the user may see. If unset or failing, the built-in assistant answers',
  },
  ASSISTANT_API_KEY: KEY,
  ASSISTANT_MODEL: { schema: TEXT, expected: 'not empty', help: 'a model that supports tool calls' },
  SPEECH_BASE_URL: {
    schema: ADDRESS,
    expected: ADDRESS_EXPECTED,
    help: 'server with an OpenAI-compatible `/audio/transcriptions`, such as `https://speech.example.com/v1`. If unset, dictation needs speech recognition in the browser',
  },
  SPEECH_API_KEY: KEY,
  SPEECH_MODEL: { schema: TEXT, expected: 'not empty', default: 'whisper-1', help: 'transcription model' },
  VISION_BASE_URL: {
    schema: ADDRESS,
    expected: ADDRESS_EXPECTED,
    help: 'server with an OpenAI-compatible `/chat/completions` for suggestions from photos. It receives resized photos without location data, only on request',
  },
  VISION_API_KEY: KEY,
  VISION_MODEL: { schema: TEXT, expected: 'not empty', help: 'a model that accepts images' },
} as const

type ModelEnvironment = Partial<Record<keyof typeof MODEL_VARIABLES, string>>

/** Language model of the support assistant; null without a URL or model: servers offer many. */
export function readAssistant(env: ModelEnvironment): ModelServer | null {
  return env.ASSISTANT_MODEL ? serverAt(env.ASSISTANT_BASE_URL, env.ASSISTANT_API_KEY, env.ASSISTANT_MODEL) : null
}

/** Speech to text; null if not configured. */
export function readSpeech(env: ModelEnvironment): ModelServer | null {
  return serverAt(env.SPEECH_BASE_URL, env.SPEECH_API_KEY, env.SPEECH_MODEL ?? MODEL_VARIABLES.SPEECH_MODEL.default)
}

/** Vision model; null without a URL or model: not every model supports images. */
export function readVision(env: ModelEnvironment): ModelServer | null {
  return env.VISION_MODEL ? serverAt(env.VISION_BASE_URL, env.VISION_API_KEY, env.VISION_MODEL) : null
}

function serverAt(baseUrl: string | undefined, apiKey: string | undefined, model: string): ModelServer | null {
  return baseUrl ? { baseUrl: baseUrl.replace(/\/+$/, ''), apiKey: apiKey ?? null, model } : null
}
