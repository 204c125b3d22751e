import { cityIn } from '../../../contract/places/city-names.ts'
import { currentLanguage } from './messages.ts'

interface Place {
  readonly area: string | null
  readonly city: string | null
}

/** A city in the reader's language. */
export function cityName(city: string): string {
  return cityIn(currentLanguage(), city)
}

/** The most precise name available: "Graça", or the city. */
export function shortPlaceName({ area, city }: Place): string {
  return area && area !== city ? area : city ? cityName(city) : ''
}

/** "Graça, Lisbon"; only the city when the area has the same name. */
export function placeName({ area, city }: Place): string {
  return [area !== city && area, city && cityName(city)].filter(Boolean).join(', ')
}

/** A stored label, "Graça, Lisbon", in the reader's language. */
export function labelName(label: string): string {
  return label.split(', ').map(cityName).join(', ')
}
