import type { AssistantReply } from '../../../contract/assistant.ts'
import { paths } from '../../../contract/paths.ts'

/** What a visitor hears who asks for something of their own. */
export function signInFirst(response: string, functionCalled: string): AssistantReply {
  return { response, functionCalled, links: [{ label: 'Sign in', path: paths.auth }] }
}
