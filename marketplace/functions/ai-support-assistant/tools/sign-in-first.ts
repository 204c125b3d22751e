import type { AssistantReply } from '../../../contract/help/assistant.ts'
import { paths } from '../../../contract/paths.ts'
import type { Reader } from '../../../contract/words/say.ts'

/** Answer to a visitor who asks for personal data. */
export function signInFirst(functionCalled: string, { t }: Reader): AssistantReply {
  return {
    response: t('assistant.signInFirst'),
    functionCalled,
    links: [{ label: t('shell.signIn'), path: paths.auth }],
  }
}
