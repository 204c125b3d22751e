import { wordsOf } from './category-match.ts'
import type { Attribute, AttributeOption } from './types.ts'

/**
 * The choice of this field that the title names, by its label or a synonym. Null when it names none, or several. Only a
 * suggestion: the form never takes it by itself.
 */
export function namedOption(attribute: Attribute, title: string): AttributeOption | null {
  const said = ` ${wordsOf(title).join(' ')} `
  const found = attribute.options
    .flatMap((option) => ({ option, term: longestMatch(option, said) }))
    .filter(({ term }) => term !== '')
    .sort((a, b) => b.term.length - a.term.length)
  const [best, ...others] = found
  // "Dark green" also says "green"; "blue and green" says two things.
  return best && others.every(({ term }) => best.term.includes(term)) ? best.option : null
}

function longestMatch(option: AttributeOption, said: string): string {
  const terms = [option.label, ...Object.values(option.labels ?? {}), ...(option.synonyms ?? [])].map((term) =>
    wordsOf(term).join(' '),
  )
  const named = terms.filter((term) => term !== '' && said.includes(` ${term} `))
  return named.sort((a, b) => b.length - a.length)[0] ?? ''
}
