import { cityName } from '../../i18n/place-names.ts'
import { t } from '../../i18n/t.ts'

/** "Graça" from "Graça, Lisbon"; "Near me" for the device's location. */
export function shortPlace(label: string | null): string {
  const [first] = label?.split(',') ?? []
  return first ? cityName(first) : t('ads.nearMe')
}
