import type { AssistantReply } from '../../../contract/help/assistant.ts'
import { paths } from '../../../contract/paths.ts'
import type { Asking } from '../asking.ts'

/** Answers small talk, misuse and off-topic messages. */
export function talk(kind: string, { env, reader }: Asking): AssistantReply {
  const { t } = reader
  const brand = env.BRAND_NAME ?? ''
  const about = [t('support.suggest.createListing'), t('support.suggest.search'), t('support.suggest.safety')]
  switch (kind) {
    case 'talk:thanks':
      return { response: t('assistant.talkThanks'), links: [], chips: [] }
    case 'talk:bye':
      return { response: t('assistant.talkBye'), links: [], chips: [] }
    case 'talk:human':
      return { response: t('assistant.talkHuman', { brand }), links: [], chips: [t('assistant.chipPerson')] }
    case 'talk:what':
      return { response: t('assistant.talkWhat'), links: [], chips: about }
    case 'talk:how':
      return { response: t('assistant.talkHow'), links: [], chips: about }
    case 'talk:insult':
      return { response: t('assistant.talkInsult'), links: [], chips: [t('assistant.chipPerson')] }
    case 'misuse':
      return { response: t('assistant.talkMisuse'), links: [{ label: t('shell.help'), path: paths.help }], chips: [] }
    case 'other':
      return {
        response: t('assistant.talkOther', { brand }),
        links: [{ label: t('shell.help'), path: paths.help }],
        chips: about,
      }
    default:
      return { response: t('assistant.helloAbout'), links: [], chips: about }
  }
}
