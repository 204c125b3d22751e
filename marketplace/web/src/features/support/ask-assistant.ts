import { FunctionsHttpError } from '@supabase/supabase-js'
import { ASSISTANT, type AssistantQuestion, type AssistantReply } from '../../../../contract/help/assistant.ts'
import { currentLanguage } from '../../i18n/messages.ts'
import { supabase } from '../../lib/data/supabase.ts'
import { type AskAssistant, Refusal } from './conversation.ts'

const WAIT_MS = 30_000

export const askAssistant: AskAssistant = async (question) => {
  const { data, error } = await supabase.functions.invoke(ASSISTANT.functionName, {
    body: {
      ...question,
      language: currentLanguage(),
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    } satisfies AssistantQuestion,
    timeout: WAIT_MS,
  })
  if (error instanceof FunctionsHttpError) {
    const sentence = await sentenceOf(error.context as Response)
    if (sentence !== null) throw new Refusal(sentence)
  }
  if (error) throw error
  if (!isReply(data)) throw new Error('The assistant answered something else.')
  return data
}

/** The function's message; null for platform errors. */
async function sentenceOf(response: Response): Promise<string | null> {
  if (response.status !== 400 && response.status !== 429) return null
  const said: unknown = await response.json().catch(() => null)
  return isObject(said) && typeof said.message === 'string' ? said.message : null
}

function isReply(data: unknown): data is AssistantReply {
  return isObject(data) && typeof data.response === 'string' && (data.links === undefined || Array.isArray(data.links))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}
