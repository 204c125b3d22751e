import { expect, test } from 'vitest'
import { onMarket } from './database.ts'
import { search } from './search-market.ts'

const TEXT = 'Kept dry and clean, seen at any time, everything works as it should.'

test.each([
  ['a mention in a description', 'lamps', 'Brass reading light', 'It stood beside our zither for years.', 'zither'],
  ['the name of a category above that holds several things', 'film-cameras', 'Old film camera', TEXT, 'television'],
  ['what an accessory is for', 'watches', 'Leather watch strap', TEXT, 'wristwatch'],
  ['another thing of the same category', 'fitness', 'Yoga mat with a bag', TEXT, 'kettlebell'],
  ['a longer word', 'vases-decor', 'Televised trophy of glass', TEXT, 'tele'],
  ['a word with the same few first letters', 'vases-decor', 'Zebrano tray of wood', TEXT, 'zebr'],
  ['a filler', 'lamps', 'Cheap and good reading light', TEXT, 'cheap toaster'],
])('%s is not a match', (_, category, title, description, q) =>
  onMarket(async (market) => {
    const anna = await market.trusted('Anna')
    const ad = await market.adOf(anna, { category, title, description })
    expect((await search(market, { q })).items.map(({ id }) => id)).not.toContain(ad)
  }),
)

test.each([
  ['wardrobes', 'Roupeiro de três portas', ['wardrobe', 'Kleiderschrank', 'armoire', 'closet']],
  ['fridges', 'Kühlschrank, 180 cm', ['fridge', 'nevera', 'réfrigérateur', 'frigorífico', 'refrigerators']],
  ['luggage', 'Valise rigide', ['suitcase', 'mala de viagem', 'Koffer', 'maleta']],
  ['hand-tools', 'Marteau de menuisier', ['hammer', 'Hammer', 'martelo', 'martillo']],
])('ads in %s are found by the item’s name in every language', (category, title, queries) =>
  onMarket(async (market) => {
    const anna = await market.trusted('Anna')
    const ad = await market.adOf(anna, { category, title, description: TEXT })
    for (const q of queries) {
      const found = await search(market, { q })
      expect({ q, found: found.items.some(({ id }) => id === ad) }).toEqual({ q, found: true })
      expect(found.understood_as?.categories[0]).toBe(category)
    }
  }),
)

test('an ambiguous word, here in two languages, leads to the category with more matching ads', () =>
  onMarket(async (market) => {
    expect((await search(market, { q: 'boots' })).understood_as?.categories).toEqual(['boots', 'water-sports'])
  }))

test('near matches are separate and say how they differ', () =>
  onMarket(async (market) => {
    const anna = await market.trusted('Anna')
    const plain = await market.adOf(anna, { category: 'fridges', title: 'Fridge of steel', description: TEXT })
    const answer = await search(market, { q: 'purple fridge' })
    expect(answer.items).toEqual([])
    expect(answer.close_items.map(({ id, close }) => [id, close])).toEqual([
      [plain, { by: 'words', words: ['purple'] }],
    ])
    // "Only purple" would not help.
    expect(answer.relaxed).toEqual([])
    const freezer = await search(market, { q: 'dishwasher', category: 'fridges' })
    expect(freezer).toMatchObject({ items: [], understood_as: { categories: ['washing-machines'] } })
    const mention = await market.adOf(anna, { title: 'Marimba', description: `${TEXT} Goes with a vibraphone.` })
    expect((await search(market, { q: 'vibraphone' })).close_items).toMatchObject([
      { id: mention, close: { by: 'mention' } },
    ])
  }))

test.each([
  'store my food cold',
  'guardar comida fresca',
  'mantener la comida fría',
  'Lebensmittel kühl halten',
  'garder la nourriture au frais',
])('“%s” finds what is used so, unless an ad says it', (q) =>
  onMarket(async (market) => {
    const anna = await market.trusted('Anna')
    const fridge = await market.adOf(anna, { category: 'fridges', title: 'White fridge', description: TEXT })
    const found = async () => (await search(market, { q })).items.map(({ id }) => id)
    expect(await found()).toEqual([fridge])
    const sign = await market.adOf(anna, { category: 'vases-decor', title: q, description: TEXT })
    expect(await found()).toEqual([sign])
  }),
)

test('what a use finds is no answer to an absent thing, another item or another colour', () =>
  onMarket(async (market) => {
    const anna = await market.trusted('Anna')
    const fridge = await market.adOf(anna, { category: 'fridges', title: 'White fridge', description: TEXT })
    for (const [q, items] of [
      ['keep food cold', [fridge]],
      ['white appliance to keep food cold', [fridge]],
      ['food box', []],
      ['sofa to keep food cold', []],
      ['turquoise appliance to keep food cold', []],
    ] as const) {
      expect({ q, items: (await search(market, { q })).items.map(({ id }) => id) }).toEqual({ q, items })
    }
  }))

test('a quality that no ad has is left out and named, but an unknown word is demanded', () =>
  onMarket(async (market) => {
    const anna = await market.trusted('Anna')
    const fridge = await market.adOf(anna, { category: 'fridges', title: 'Kühlschrank', description: TEXT })
    const ids = (cards: readonly { id: string }[]) => cards.map(({ id }) => id)
    for (const [q, unmatched, items, close] of [
      ['waterproof fridge', ['waterproof'], [fridge], []],
      ['fridge', [], [fridge], []],
      ['acmex fridge', [], [], [fridge]],
    ] as const) {
      const answer = await search(market, { q })
      const found = { q, unmatched: answer.unmatched, items: ids(answer.items), close: ids(answer.close_items) }
      expect(found).toEqual({ q, unmatched, items, close })
    }
  }))

test('a wanted ad is neither a result for its item nor close to it, unless wanted ads are requested', () =>
  onMarket(async (market) => {
    const anna = await market.trusted('Anna')
    const wanted = await market.adOf(anna, {
      category: 'fridges',
      title: 'Looking for a fridge',
      type: 'wanted',
      description: TEXT,
    })
    for (const q of ['fridge', 'red fridge']) {
      const { items, close_items: close } = await search(market, { q })
      expect({ q, items, close }).toEqual({ q, items: [], close: [] })
    }
    expect((await search(market, { q: 'fridge', type: 'wanted' })).items).toMatchObject([{ id: wanted }])
  }))

test('identical items further away are offered with their distance', () =>
  onMarket(async (market) => {
    const anna = await market.trusted('Anna')
    const far = await market.adOf(anna, {
      category: 'fridges',
      title: 'Fridge',
      lat: 41.15,
      lng: -8.61,
      description: TEXT,
    })
    const answer = await search(market, { q: 'fridge', lat: 40.75, lng: -8.61, radius_km: 5 })
    expect(answer.items).toEqual([])
    expect(answer.close_items).toMatchObject([{ id: far, distance_km: 44.6, close: { by: 'distance' } }])
  }))

test.each([
  'fridge under 50',
  'Kühlschrank bis 50 Euro',
  'frigorífico menos de 50',
  'nevera hasta 50 €',
  'frigo moins de €50',
])('the price in “%s” becomes a filter', (q) =>
  onMarket(async (market) => {
    const anna = await market.trusted('Anna')
    const cheap = await market.adOf(anna, {
      category: 'fridges',
      title: 'Fridge',
      price_minor: 5000,
      description: TEXT,
    })
    await market.adOf(anna, { category: 'fridges', title: 'Fridge', price_minor: 5100, description: TEXT })
    const answer = await search(market, { q })
    expect(answer.items.map(({ id }) => id)).toEqual([cheap])
    expect(answer.understood_as?.filters?.price_max).toBe(5000)
  }),
)

test.each(['desk max 120', 'frame bis 50 cm', 'mug under 8 cm'])('“%s” contains no price', (q) =>
  onMarket(async (market) => {
    expect((await search(market, { q })).understood_as?.filters).toBeNull()
  }),
)

test.each([
  ['fridge like new', 'fridge', ['new', 'like_new']],
  ['Kühlschrank neuwertig', 'Kühlschrank', ['new', 'like_new']],
  ['frigo jamais utilisé', 'frigo', ['new']],
])('the condition in “%s” becomes a filter', (q, rest, condition) =>
  onMarket(async (market) => {
    const anna = await market.trusted('Anna')
    const fresh = await market.adOf(anna, { category: 'fridges', title: 'Fridge', condition: 'new', description: TEXT })
    await market.adOf(anna, { category: 'fridges', title: 'Fridge', condition: 'fair', description: TEXT })
    const answer = await search(market, { q })
    expect(answer.understood_as?.filters).toEqual({ q: rest, condition })
    expect(answer.items.map(({ id }) => id)).toEqual([fresh])
    // The chosen filter is not repeated.
    expect((await search(market, { q, condition: 'fair' })).understood_as?.filters ?? null).toBeNull()
  }),
)

test.each([
  ['fridge in Porto', 'fridge', 10],
  ['frigorífico perto do Porto', 'frigorífico', 25],
  ['nevera en porto', 'nevera', 10],
  ['Kühlschrank in der Nähe von Porto', 'Kühlschrank', 25],
  ['frigo à Porto', 'frigo', 10],
])('the place in “%s” becomes a filter', (q, rest, radius) =>
  onMarket(async (market) => {
    const anna = await market.trusted('Anna')
    const fridge = { category: 'fridges', title: 'Fridge', description: TEXT }
    const near = await market.adOf(anna, { ...fridge, lat: 41.16, lng: -8.62 })
    const away = await market.adOf(anna, { ...fridge, lat: 38.72, lng: -9.14 })
    const answer = await search(market, { q })
    expect(answer.understood_as?.filters).toMatchObject({ q: rest, place: 'Porto', radius_km: radius })
    expect(answer.items.map(({ id }) => id)).toEqual([near])
    expect(answer.ignored).toEqual([])
    // A chosen place is kept.
    const { lat, lng } = { lat: 38.72, lng: -9.14 }
    expect((await search(market, { q: 'fridge', lat, lng, radius_km: 5 })).items.map(({ id }) => id)).toEqual([away])
    expect((await search(market, { q, lat, lng })).understood_as?.filters ?? null).toBeNull()
  }),
)

test.each(['nice bath mat', 'reading lamp in oak', 'bed in a bag', 'porto', 'fita para sala', 'pufe a sala'])(
  '“%s” contains no place',
  (q) =>
    onMarket(async (market) => {
      expect((await search(market, { q })).understood_as?.filters ?? null).toBeNull()
    }),
)

test('a German compound is the item named by its last part, described by its first', () =>
  onMarket(async (market) => {
    const anna = await market.trusted('Anna')
    const steel = await market.adOf(anna, { category: 'fridges', title: 'Stahlkühlschrank', description: TEXT })
    const plain = await market.adOf(anna, { category: 'fridges', title: 'Fridge of oak', description: TEXT })
    const ids = async (q: string) => (await search(market, { q })).items.map(({ id }) => id).sort()
    expect(await ids('Stahlkühlschrank')).toEqual([steel])
    expect(await ids('Stahlkülschrank')).toEqual([steel])
    expect(await ids('Eichenkühlschrank')).toEqual([plain])
    expect(await ids('steel fridge')).toEqual([steel])
    expect(await ids('fridge')).toEqual([steel, plain].sort())
  }))

test.each([
  ['a size, not a large thing', 'fridges', 'Kühlschrank 46', ['Kühlschrank Größe 46', 'fridge size 46']],
  [
    'a shade of a colour',
    'fridges',
    'Kühlschrank, blau',
    ['navy blue fridge', 'nevera azul claro', 'dunkelblauer Kühlschrank'],
  ],
  ['a wider thing of the material in its name', 'hats-scarves', 'Straw fedora', ['chapéu de palha']],
  ['a colour beside a thing, not a flower', 'fridges', 'Kühlschrank, rosa', ['pink fridge', 'nevera rosa']],
  ['a name of several words, one of them mistyped', 'car-parts', 'Car roof box', ['roff box']],
  ['a first letter that sounds the same', 'fridges', 'Kühlschrank', ['qühlschrank', 'friguríficu']],
  ['the second of two things', 'tables', 'Table and six barstools', ['bar stools', 'barstool']],
  [
    'a purpose in other words',
    'lamps',
    'Floor lamp of brass',
    ['something to light her room', 'para iluminar a minha sala'],
  ],
  [
    'a purpose in another form and order',
    'cookware',
    'Cake tin',
    [
      'Geschenk für jemanden, der gern backt',
      'present for somebody who always loved baking',
      'algo para alguém que adora bolos',
    ],
  ],
  ['what is good for both of two wishes', 'garden-furniture', 'Deck chair', ['something to sit on for the balcony']],
  ['an item with another one', 'desks', 'Desk with mirror', ['bureau avec miroir', 'secretária com espelho']],
  ['an item without another one', 'desks', 'Desk of oak', ['Schreibtisch ohne Spiegel', 'bureau sans miroir']],
  ['a gift for somebody called like an item', 'backpacks', 'Backpack', ['present for a walker']],
  ['an animal in every language', 'cushions-textiles', 'Kissen mit Fuchs', ['fox cushion', 'coussin renard']],
])('%s is found', (_, category, title, queries) =>
  onMarket(async (market) => {
    const anna = await market.trusted('Anna')
    const ad = await market.adOf(anna, { category, title, description: TEXT })
    for (const q of queries) {
      const found = (await search(market, { q })).items.some(({ id }) => id === ad)
      expect({ q, found }).toEqual({ q, found: true })
    }
  }),
)

test('what nothing fits both of two wishes is no answer to either', () =>
  onMarket(async (market) => {
    const anna = await market.trusted('Anna')
    const armchair = await market.adOf(anna, { category: 'armchairs', title: 'Armchair', description: TEXT })
    const answer = await search(market, { q: 'something to sit on for the balcony' })
    expect(answer.items.map(({ id }) => id)).not.toContain(armchair)
  }))
