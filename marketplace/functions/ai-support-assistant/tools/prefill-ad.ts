import type { ListingType } from '../../../contract/ads/listing-values.ts'
import type { AssistantReply } from '../../../contract/help/assistant.ts'
import { LIMITS } from '../../../contract/limits.ts'
import { paths } from '../../../contract/paths.ts'
import type { Reader } from '../../../contract/words/say.ts'

/** Known values for a new ad. */
export interface AdStart {
  readonly type?: ListingType | undefined
  readonly title?: string | undefined
  readonly description?: string | undefined
  /** Whole units of the market's currency. */
  readonly price?: number | undefined
}

/** Link to a prefilled form. Nothing is stored or published. */
export function prefillAd({ type, title, description, price }: AdStart, { t }: Reader): AssistantReply {
  const path = paths.prefilledPost({
    ...(type ? { type } : {}),
    ...(title ? { title: title.slice(0, LIMITS.title.max) } : {}),
    ...(description ? { description: description.slice(0, LIMITS.description.max) } : {}),
    ...(price !== undefined && type !== 'free' ? { price: String(price) } : {}),
  })
  return {
    response: t('assistant.formReady'),
    functionCalled: 'prefill_ad',
    links: [{ label: title ? t('assistant.beginAd', { title }) : t('assistant.beginTheAd'), path }],
  }
}
