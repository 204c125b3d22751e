import { paths } from '../paths.ts'
import type { Reader } from '../words/say.ts'
import { listIn, moneyIn, textIn } from './notification-facts.ts'
import type { NotificationDetail, NotificationPayload } from './notification-text.ts'

/** The ads found by a saved search. */
export function hitsIn(payload: NotificationPayload, reader: Reader): NotificationDetail[] {
  return listIn(payload, 'hits').map((hit) => hitText(hit, reader))
}

/** An ad found by a saved search: price, place, and why it matched. */
function hitText(hit: NotificationPayload, reader: Reader): NotificationDetail {
  const matchedOn = Array.isArray(hit.matched_on) ? hit.matched_on.filter((one) => typeof one === 'string') : []
  const facts = [newsOf(hit, reader), textIn(hit, 'place'), whyMatched(matchedOn, reader)]
  return {
    title: [textIn(hit, 'title'), moneyIn(hit, 'amount_minor', reader)].filter(Boolean).join(', '),
    line: facts.filter(Boolean).join(' · '),
    path: paths.listing(textIn(hit, 'listing_id')),
  }
}

function newsOf(hit: NotificationPayload, reader: Reader): string {
  const { t } = reader
  const amount = moneyIn(hit, 'previous_minor', reader)
  const kind = textIn(hit, 'kind')
  if (kind === 'new') return t('notices.justListed')
  if (kind === 'back') return t('notices.backOnOffer')
  if (kind !== 'price_drop') return ''
  return amount ? t('notices.hit.cheaper', { amount }) : t('common.cheaper')
}

/** Why a saved search found an ad, from `search_hits.matched_on`: "“lamp” in the title; your price, your distance". */
function whyMatched(matchedOn: readonly string[], reader: Reader): string {
  const words = matchedOn.flatMap((one) => {
    const [, word = '', part = ''] = /^word:(.*):(\w+)$/.exec(one) ?? []
    return word ? [wordIn(word, part, reader)] : []
  })
  const filters = matchedOn.filter((one) => !one.startsWith('word:')).map((one) => filterName(one, reader))
  return [words.join(', '), [...new Set(filters)].join(', ')].filter(Boolean).join('; ')
}

function wordIn(word: string, part: string, { t }: Reader): string {
  if (part === 'title') return t('notices.hit.inTitle', { word })
  if (part === 'details') return t('notices.hit.inDetails', { word })
  if (part === 'synonyms') return t('notices.hit.synonym', { word })
  if (part === 'description') return t('notices.hit.inDescription', { word })
  return t('notices.hit.word', { word })
}

function filterName(filter: string, { t }: Reader): string {
  if (filter === 'category') return t('notices.yourCategory')
  if (filter === 'price') return t('notices.yourPrice')
  if (filter === 'radius_km') return t('notices.yourDistance')
  if (filter === 'condition') return t('notices.yourCondition')
  if (filter === 'delivery') return t('notices.hit.handover')
  if (filter === 'type') return t('notices.hit.adType')
  if (filter === 'seller_type') return t('notices.hit.sellerType')
  if (filter === 'seller') return t('notices.yourSeller')
  if (filter === 'with_photo') return t('common.aPhoto')
  return t('notices.yourDetails')
}
