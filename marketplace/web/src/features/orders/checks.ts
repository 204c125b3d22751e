import { t } from '../../i18n/t.ts'

const ANY = [t('orders.checks.asPhotos'), t('orders.checks.complete'), t('orders.checks.asDescribed')]
const DEVICE = [t('orders.checks.switchesOn'), t('orders.checks.screenButtons'), t('orders.checks.notLocked')]
const CLOTHES = [t('orders.checks.rightSize'), t('orders.checks.seams'), t('orders.checks.brandLabel')]

/** What to check before giving the code, by category; the nearest ancestor wins. */
const BY_CATEGORY: Readonly<Record<string, readonly string[]>> = {
  phones: DEVICE,
  computers: DEVICE,
  consoles: DEVICE,
  'audio-photo': [t('orders.checks.switchesOn'), t('orders.checks.screenButtons'), t('orders.checks.complete')],
  tools: [t('orders.checks.switchesOn'), t('orders.checks.noise'), t('orders.checks.complete')],
  fashion: CLOTHES,
  'shoes-bags': CLOTHES,
  furniture: [t('orders.checks.stands'), t('orders.checks.measures'), t('orders.checks.scratches')],
  bikes: [t('orders.checks.brakes'), t('orders.checks.frameNumber'), t('orders.checks.ride')],
  vehicles: [t('orders.checks.papers'), t('orders.checks.mileage'), t('orders.checks.ride')],
  tickets: [t('orders.checks.ticketDate'), t('orders.checks.ticketName'), t('orders.checks.ticketCode')],
}

/** @param way the slugs from the top category down to the item's own */
export function checksFor(way: readonly string[]): readonly string[] {
  const nearest = way.findLast((slug) => slug in BY_CATEGORY)
  return (nearest && BY_CATEGORY[nearest]) || ANY
}
