import type { Language } from './plurals.ts'

const COLOURS = /^q-(black|grey|red|blue|green|yellow|orange|pink|purple|brown|beige|turquoise)$/
const BEFORE: Partial<Record<Language, readonly string[]>> = {
  en: ['light ', 'dark ', 'pale ', 'bright ', 'deep '],
  de: ['hell', 'dunkel', 'hell ', 'dunkel ', 'knall'],
}
const AFTER: Partial<Record<Language, readonly string[]>> = {
  pt: [' claro', ' escuro', ' clara', ' escura', ' claros', ' escuros', ' claras', ' escuras', ' forte'],
  es: [' claro', ' oscuro', ' clara', ' oscura', ' claros', ' oscuros', ' claras', ' oscuras', ' fuerte'],
  fr: [' clair', ' foncé', ' claire', ' foncée', ' clairs', ' foncés', ' claires', ' foncées', ' vif', ' pâle'],
}

/** Light and dark shades of a colour ("hellblau", "azul claro"). @param form  one of its forms, of one word */
export function shadesOf(thing: string, form: string, language: Language): string[] {
  if (!COLOURS.test(thing) || form.includes(' ')) return []
  return [
    ...(BEFORE[language] ?? []).map((shade) => shade + form),
    ...(AFTER[language] ?? []).map((shade) => form + shade),
  ]
}
