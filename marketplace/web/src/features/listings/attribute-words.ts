import { choiceIn, labelIn, unitIn } from '../../i18n/label-in.ts'
import type { AttributeWords } from './active-filters.ts'
import type { AttributeDefinition, AttributeFacet } from './listing.ts'

/** Labels of an attribute, from the facets of the response, else from the category, else from its key. */
export function attributeWords(
  key: string,
  facets: readonly AttributeFacet[],
  definitions: readonly AttributeDefinition[],
): AttributeWords {
  const facet = facets.find((one) => one.key === key)
  const definition = definitions.find((one) => one.key === key)
  const known = facet ?? definition
  const plain = key.replaceAll('_', ' ')
  return {
    name: known ? labelIn(known.label) : plain.charAt(0).toUpperCase() + plain.slice(1),
    unit: known ? unitIn(known) : null,
    say(value) {
      const option = facet?.options.find((one) => String(one.value) === value)?.label
      const defined = definition?.options.find(({ id }) => id === value)
      return option ? labelIn(option) : defined ? choiceIn(defined) : value
    },
  }
}
