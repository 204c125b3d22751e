import { t } from '../../i18n/t.ts'

/** Title and description of each notification group (public.notification_groups). */
export const GROUP: Readonly<Record<string, { readonly title: string; readonly line: string }>> = {
  messages: { title: t('shell.messages'), line: t('notices.kind.messagesHint') },
  deals: { title: t('common.offersAndDeals'), line: '' },
  searches: { title: t('common.savedSearches'), line: t('notices.kind.searchesHint') },
  saved: { title: t('common.savedAds'), line: t('notices.kind.savedHint') },
  follows: { title: t('notices.sellersYouFollow'), line: '' },
  listings: { title: t('common.myAds'), line: t('notices.kind.ownAdsHint') },
  account: { title: t('notices.accountAndSafety'), line: t('notices.kind.accountHint') },
}
