import Type from 'typebox'

/** A server that speaks OpenAI's protocol, its own or one of the many that speak it as well. */
export type ModelServer = Readonly<{
  /** With the version, without a slash at the end: https://models.example.com/v1 */
  baseUrl: string
  apiKey: string | null
  model: string
}>

const Address = Type.String({ pattern: '^https?://[^\\s]+$' })
const Name = Type.String({ minLength: 1 })

/** The variables, for the schema of the environment. */
export const MODEL_VARIABLES = {
  ASSISTANT_BASE_URL: Address,
  ASSISTANT_API_KEY: Name,
  ASSISTANT_MODEL: Name,
  SPEECH_BASE_URL: Address,
  SPEECH_API_KEY: Name,
  SPEECH_MODEL: Name,
  VISION_BASE_URL: Address,
  VISION_API_KEY: Name,
  VISION_MODEL: Name,
}

type ModelEnvironment = Partial<Record<keyof typeof MODEL_VARIABLES, string>>

/** What answers questions to the support assistant; null when none is set, or no model is named: the servers have many. */
export function readAssistant(env: ModelEnvironment): ModelServer | null {
  return env.ASSISTANT_MODEL ? serverAt(env.ASSISTANT_BASE_URL, env.ASSISTANT_API_KEY, env.ASSISTANT_MODEL) : null
}

/** What turns speech into text; null when none is set. */
export function readSpeech(env: ModelEnvironment): ModelServer | null {
  return serverAt(env.SPEECH_BASE_URL, env.SPEECH_API_KEY, env.SPEECH_MODEL ?? 'whisper-1')
}

/** What looks at pictures; null when none is set, or no model is named: which of them can see nobody can guess. */
export function readVision(env: ModelEnvironment): ModelServer | null {
  return env.VISION_MODEL ? serverAt(env.VISION_BASE_URL, env.VISION_API_KEY, env.VISION_MODEL) : null
}

function serverAt(baseUrl: string | undefined, apiKey: string | undefined, model: string): ModelServer | null {
  return baseUrl ? { baseUrl: baseUrl.replace(/\/+$/, ''), apiKey: apiKey ?? null, model } : null
}
