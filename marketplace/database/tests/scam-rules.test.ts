import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TransactionSql } from 'souk-backend/postgres'
import { expect, test } from 'vitest'
import { SCAM_PATTERNS } from '../../contract/scam-patterns.ts'
import { phrasesOf } from '../seed/scam/phrases.ts'
import { RULES } from '../seed/scam/rules.ts'
import { WORDS } from '../seed/scam/words.ts'
import { type Market, onMarket } from './database.ts'

/** Our own paraphrases in five languages, half of them honest: no rule may be made for a single one. */
const MESSAGES = readFileSync(join(import.meta.dirname, 'scam/messages.tsv'), 'utf8')
  .trim()
  .split('\n')
  .slice(1)
  .map((line) => {
    const [id = '', label = '', , text = ''] = line.split('\t')
    return { id, label, text }
  })

interface Judged {
  action: string
  score: number
  pattern: string | null
  rules: { id: string; version: number }[]
  hosts: string[]
}

async function judge(owner: Market['owner'], text: string, known: string[] = []): Promise<Judged> {
  const [row] = await owner<Judged[]>`select * from private.judge_text(${text}, ${known})`
  if (!row) throw new Error('no judgement')
  return row
}

/** Time for some hundred messages on a busy machine. */
const SLOW_MS = 120_000

test(
  'nearly all of our own paraphrases are classified correctly',
  () =>
    onMarket(async ({ owner }) => {
      const rows = await owner<Judged[]>`
      select (private.judge_text(text)).* from unnest(${MESSAGES.map(({ text }) => text)}::text[]) with ordinality as said (text, place)
      order by place`
      const judged = MESSAGES.map((message, place) => ({ ...message, hit: rows[place]?.action !== 'allow' }))
      const bad = judged.filter(({ label }) => label !== 'ok')
      const right = bad.filter(({ hit }) => hit).length
      expect(bad.length).toBeGreaterThan(120)
      expect(right / bad.length, 'recall').toBeGreaterThanOrEqual(0.97)
      expect(right / judged.filter(({ hit }) => hit).length, 'precision').toBeGreaterThanOrEqual(0.97)
    }),
  SLOW_MS,
)

test.each([
  ['letters of other alphabets', 'Ԝhаtsapp me', 'off_platform'],
  ['invisible letters', 'what\u200bs\u2060app me', 'off_platform'],
  ['full-width letters', 'ｗｈａｔｓａｐｐ me', 'off_platform'],
  ['letters with spaces between them', 'add me on w h a t s a p p', 'off_platform'],
  ['figures for letters', 'pay by g1ft c@rd, only then I send it', 'advance_fee'],
  ['digits in words', 'seven seven double zero nine, zero zero one two three', 'contact_detail'],
  ['digits one by one', '9 1 2 - 3 4 5 - 6 7 8', 'contact_detail'],
  ['letters for digits', 'o77oo 9oo l23', 'contact_detail'],
  ['an address in words', 'anna punkt b ät example punkt de', 'contact_detail'],
  ['an address in brackets', 'anna [at] example (dot) org', 'contact_detail'],
  ['a site in words', 'look at souk-pay dot com', 'phishing_link'],
  ['a site that is no longer a link', 'hxxps://souk-pay[.]example/x', 'phishing_link'],
])('%s do not prevent detection', (_, text, pattern) =>
  onMarket(async ({ owner }) => {
    expect(await judge(owner, text)).toMatchObject({ pattern })
  }),
)

test('messages that only resemble a scam are accepted', () =>
  onMarket(async ({ owner }) => {
    for (const text of [
      'Mileage 98 000 km, sold for 9 500 in 2021',
      'ISBN 978-972-000-123-4, second printing',
      'From 01/02/2023 to 03/04/2023, at 18:15',
      // Told of a scam that was refused.
      'I didn’t give her the code that came by text',
      'Ich habe mich geweigert, ihm den Code aus der SMS zu geben',
      'Me negué a pagar una señal antes de verlo',
      'Je ne lui ai pas donné le code du SMS',
      'Não lhe dei o código que recebi por SMS',
      // Of oneself.
      'I was so stupid to buy two of them',
      'Follow the parcel at https://www.ctt.pt/feapl_2/app/open/objectSearch?id=123',
      'O ponto de encontro é a estação. Com certeza!',
      // Without accents these are other words: pédé, sé, lê.
      'Quem pede o sofá primeiro fica com ele',
      '¿Se puede parar en tu calle para cargar el sofá?',
      'Le dejo el sofá en el portal',
      // Friendly words that also occur in insults.
      'It was lovely to meet people like you, thanks!',
      'Ich kenne deine Straße, da ist der Bäcker',
    ]) {
      expect(await judge(owner, text), text).toMatchObject({ action: 'allow' })
    }
  }))

test('a link causes a warning from a known account and is stopped from a new one', () =>
  onMarket(async ({ owner }) => {
    const text = 'More pictures at photos-sofa.example/view'
    expect(await judge(owner, text)).toMatchObject({ action: 'warn', hosts: ['photos-sofa.example'] })
    expect(await judge(owner, text, ['young_account'])).toMatchObject({ action: 'block' })
  }))

test('two severe patterns together are held for review, in a short message and at the end of a long one', () =>
  onMarket(async ({ owner }) => {
    const text = 'To receive the money confirm your card on souk-pay.example and send me the code from the SMS'
    expect(await judge(owner, text)).toMatchObject({ action: 'hold' })
    const story = 'It has been in the family for years and we are sorry to see it go to a new home. '
    expect(await judge(owner, `${story.repeat(20)}${text}`)).toMatchObject({ action: 'hold' })
    expect(await judge(owner, story.repeat(22))).toMatchObject({ action: 'allow', score: 0 })
  }))

test('the second classifier confirms or clears rule warnings, weighs hints, and never acts alone', () =>
  onMarket(async ({ owner }) => {
    const actions = async (constant: number) => {
      await owner`delete from private.scam_weights`
      await owner`insert into private.scam_weights (feature, weight) values ('*', ${constant})`
      const judged = await Promise.all(
        ['Please pay the deposit', 'Pay the fee', 'Is it still there?'].map((text) => judge(owner, text)),
      )
      return judged.map(({ action }) => action)
    }
    expect(await actions(0)).toEqual(['warn', 'allow', 'allow'])
    expect(await actions(-5)).toEqual(['allow', 'allow', 'allow'])
    expect(await actions(5)).toEqual(['hold', 'warn', 'allow'])
  }))

test('the second classifier counts words, bigrams, stems, signals and which actions they accompany', () =>
  onMarket(async ({ owner }) => {
    await owner`delete from private.scam_weights`
    await owner`insert into private.scam_weights (feature, weight) values ('*', -1), ('parcel', 9)`
    const [near] = await owner`select private.second_opinion(array['parcel', 'x', 'y', 'z']) as signals`
    expect(near).toEqual({ signals: ['seems_bad', 'surely_bad'] })
    const [far] = await owner`select private.second_opinion(array['x']) as signals`
    expect(far).toEqual({ signals: ['seems_good'] })
    const [read] = await owner`
      select private.opinion_features(array['free', 'parcel', 'zz'], array['phone'], array['away:2 do_pay:1'::tsvector]) as features`
    expect(read?.features.toSorted()).toEqual([
      ':away',
      ':do_pay',
      ':phone',
      'away+do_pay',
      'do_pay+phone',
      'free',
      'free parcel',
      'parce*',
      'parcel',
      'parcel zz',
      'zz zz',
    ])
  }))

test('a verdict names each rule with its version, and every pattern has its texts', () =>
  onMarket(async ({ owner }) => {
    const { rules, pattern } = await judge(owner, 'Let us go on in Telegram')
    expect(rules).toContainEqual({ id: 'leave.messenger', version: 4, pattern: 'off_platform', weight: 40 })
    const texts = await owner`select id, title, advice from public.scam_patterns where id = ${pattern ?? ''}`
    expect(texts).toMatchObject([{ id: 'off_platform', ...SCAM_PATTERNS.off_platform }])
  }))

test('rules, words and patterns in the database match the source', () =>
  onMarket(async ({ owner }) => {
    const rules = await owner<{ id: string; version: number; matches: boolean }[]>`
      select kept.id, kept.version, kept.signals = given.signals::tsquery and kept.weight = given.weight and kept.action = given.action
        and kept.pattern = given.pattern as matches
      from jsonb_to_recordset(${owner.json(RULES.map((rule) => ({ ...rule })))}) as given
        (id text, version integer, signals text, weight integer, action text, pattern text)
      full join (select * from public.scam_rules where retired_at is null) as kept using (id, version)`
    expect(rules.filter(({ matches }) => !matches)).toEqual([])
    const [words] = await owner`select count(*)::int as count from public.scam_words`
    expect(words).toEqual({ count: phrasesOf(WORDS).size })
  }))

test('every signal used by a rule exists', () => {
  const found = [
    'mail',
    'handle',
    'link',
    'trusted_link',
    'phone',
    'digits',
    'short_code',
    'number',
    'percent',
    'amount',
  ]
  const sender = ['foreign_amount', 'new_account', 'young_account', 'checked', 'first_message', 'hurried', 'far_away']
  const known = [...sender, 'protected_pay']
  const negated = Object.keys(WORDS).map((concept) => concept.replace(/^do_/, 'dont_'))
  const signals = new Set([
    ...Object.keys(WORDS),
    ...negated,
    ...found,
    ...known,
    'seems_bad',
    'surely_bad',
    'seems_good',
  ])
  for (const { id, signals: query } of RULES) {
    for (const [signal] of query.matchAll(/[a-z_]+/g)) expect(signals, `${id}: ${signal}`).toContain(signal)
  }
})

test('rules are readable by moderators, words and sites by nobody, and none can be written through the API', () =>
  onMarket(async ({ owner, visitor, person }) => {
    const [anna, mona] = [await person('Anna'), await person('Mona')]
    await owner`update public.profiles set role = 'moderator' where id = ${mona.id}`
    const rules = (sql: TransactionSql) => sql`select id from public.scam_rules limit 1`
    expect(await mona.does(rules)).toHaveLength(1)
    expect(await anna.does(rules)).toEqual([])
    expect((await visitor.isRefused(rules)).code).toBe('42501')
    for (const someone of [visitor, anna, mona]) {
      for (const table of ['scam_words', 'scam_domains']) {
        expect((await someone.isRefused((sql) => sql`select from ${sql(`public.${table}`)}`)).code).toBe('42501')
      }
      expect(await someone.does((sql) => sql`select id from public.scam_patterns limit 1`)).toHaveLength(1)
      for (const table of ['scam_rules', 'scam_words', 'scam_patterns', 'scam_domains']) {
        expect((await someone.isRefused((sql) => sql`delete from ${sql(`public.${table}`)}`)).code).toBe('42501')
      }
    }
  }))

test('links to the market itself are trusted, only at its current domain', () =>
  onMarket(async ({ owner }) => {
    const suspicionOf = async (text: string) => (await judge(owner, text)).pattern
    expect(await suspicionOf('Please see https://market.example/listing/1 first')).toBe('phishing_link')
    await owner`select private.set_own_site('Market.example')`
    expect(await suspicionOf('Please see https://market.example/listing/1 first')).toBeNull()
    expect(await suspicionOf('Please see https://market.example.evil.test/listing/1 first')).toBe('phishing_link')
    await owner`select private.set_own_site('moved.example')`
    expect(await suspicionOf('Please see https://market.example/listing/1 first')).toBe('phishing_link')
    expect(await owner`select domain from public.scam_domains where what = 'own'`).toEqual([
      { domain: 'moved.example' },
    ])
    await owner`select private.set_own_site('localhost')`
    expect(await owner`select domain from public.scam_domains where what = 'own'`).toEqual([])
  }))

test('arranging to show the deal code is not a scam, in five languages', () =>
  onMarket(async ({ owner }) => {
    for (const said of [
      'Please show me your code when we meet',
      'I will show you the handover code once I have checked it',
      'What is your code?',
      'Mostra-me o código quando nos encontrarmos',
      'Te enseño el código cuando nos veamos',
      'Zeig mir den Code, wenn wir uns treffen',
      'Je vous montrerai le code quand on se voit',
    ])
      expect((await judge(owner, said)).action, said).toBe('allow')
  }))

test.each([
  ['a telephone number in letters that look like digits', 'my number is 9l2 34S 67B', 'phone'],
  ['a telephone number partly in words', 'write to nine-one-two 345678', 'phone'],
  ['partly in German words', 'ruf an: null-eins-fünf-sieben 12345678', 'phone'],
  ['small capitals', 'ᴄᴏɴᴛᴀᴄᴛ ᴍᴇ ᴏɴ ᴀɴɴᴀ@ᴇxᴀᴍᴘʟᴇ.ᴄᴏᴍ', 'mail'],
  ['a link with spaces', 'pay at souk-pay . com / x', 'link'],
  ['a link in words', 'open bit ly slash abc', 'link'],
  ['a link in Portuguese words', 'abre souk-pay ponto com barra abc', 'link'],
])('the disguise %s is detected', (_, said, what) =>
  onMarket(async ({ owner }) => {
    expect(await owner`select ${what} = any((private.read_message(${said})).found) as seen`).toEqual([{ seen: true }])
  }),
)

test.each([
  'Guarda-roupa . com espelho / sem gavetas',
  'Cadeira com barra de apoio',
  'Cama de barra simples',
  'One two or three chairs, 450 each',
  'iPhone 5s 128 GB, 20s to charge',
  'Größe 38b, 6 Stück',
])('“%s” contains no contact details', (said) =>
  onMarket(async ({ owner }) => {
    expect(await owner`select (private.read_message(${said})).found && '{phone,link,mail,handle}' as seen`).toEqual([
      { seen: false },
    ])
  }),
)

test.each([
  ['https://ѕоuk.example/pay', 'https://souk.example/pay'],
  ['https://dһl.com/track', 'https://dhl.com/track'],
  ['www.uрs.com', 'www.ups.com'],
  ['https://сtt.pt/1', 'https://ctt.pt/1'],
  ['ctt.pt and https://сtt.pt/1', 'ctt.pt and https://ctt.pt/1'],
  ['dhl dot com/track', 'dhl.com/track'],
])('“%s” imitates a trusted site', (imitation, original) =>
  onMarket(async ({ owner }) => {
    await owner`select private.set_own_site('souk.example')`
    const found = async (said: string) =>
      (await owner<{ found: string[] }[]>`select (private.read_message(${said})).found`)[0]?.found ?? []
    expect(await found(original)).toEqual(['trusted_link'])
    expect(await found(imitation)).toContain('link')
    expect(await judge(owner, `See ${imitation}`, ['young_account'])).toMatchObject({ action: 'block' })
  }),
)
