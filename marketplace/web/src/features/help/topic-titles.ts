import type { HelpTopic } from '../../../../contract/help/article.ts'
import type { MessageId } from '../../../../contract/words/message-id.ts'

export const TOPIC_TITLES: Readonly<Record<HelpTopic, MessageId>> = {
  safety: /*i18n*/ 'help.safety.title',
  account: /*i18n*/ 'common.yourAccount',
  posting: /*i18n*/ 'help.posting.title',
}
