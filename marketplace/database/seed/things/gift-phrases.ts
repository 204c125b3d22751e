export type Tongue = 'en' | 'pt' | 'es' | 'de' | 'fr'

interface Wish {
  readonly gifts: readonly string[]
  readonly links: readonly string[]
  readonly children: readonly string[]
  /** Behind a number. */
  readonly ages: readonly string[]
}

const WISHES: Readonly<Record<Tongue, Wish>> = {
  en: {
    gifts: ['gift', 'gifts', 'present', 'presents'],
    links: ['for', 'for a', 'for my'],
    children: ['child', 'children', 'kid', 'kids', 'boy', 'girl', 'baby', 'toddler', 'son', 'daughter'],
    ages: ['year old', 'years old', 'yo'],
  },
  pt: {
    gifts: ['prenda', 'presente', 'prendas', 'presentes'],
    links: ['para', 'para um', 'para uma', 'de'],
    children: ['criança', 'crianças', 'menino', 'menina', 'bebé', 'filho', 'filha', 'rapaz', 'rapariga'],
    ages: ['anos'],
  },
  es: {
    gifts: ['regalo', 'regalos'],
    links: ['para', 'para un', 'para una', 'de'],
    children: ['niño', 'niña', 'niños', 'niñas', 'bebé', 'hijo', 'hija', 'chico', 'chica'],
    ages: ['años'],
  },
  de: {
    gifts: ['Geschenk', 'Geschenke', 'Präsent'],
    links: ['für', 'für ein', 'für einen', 'für eine'],
    children: ['Kind', 'Kinder', 'Junge', 'Jungen', 'Mädchen', 'Baby', 'Kleinkind', 'Sohn', 'Tochter'],
    ages: ['Jährige', 'Jähriges', 'Jährigen', 'Jähriger', 'Jahre'],
  },
  fr: {
    gifts: ['cadeau', 'cadeaux'],
    links: ['pour', 'pour un', 'pour une', 'd'],
    children: ['enfant', 'enfants', 'garçon', 'fille', 'bébé', 'fils', 'fillette', 'ado'],
    ages: ['ans'],
  },
}
const OLDEST = 12

/** "gift for a girl", "Geschenk für 3-Jährige": nobody says so of an ad, and toys are meant. */
export function giftPhrases(): { readonly language: Tongue; readonly phrase: string }[] {
  const tongues = Object.keys(WISHES) as Tongue[] // its own keys
  return tongues.flatMap((language) => {
    const { gifts, links, children, ages } = WISHES[language]
    const numbers = Array.from({ length: OLDEST }, (_, index) => `${index + 1}`)
    const persons = [...children, ...numbers.flatMap((number) => ages.map((age) => `${number} ${age}`))]
    return gifts.flatMap((gift) =>
      links.flatMap((link) => persons.map((person) => ({ language, phrase: `${gift} ${link} ${person}` }))),
    )
  })
}
