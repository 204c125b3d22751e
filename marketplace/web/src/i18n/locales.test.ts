import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { expect, test } from 'vitest'
import { LANGUAGES } from '../../../contract/languages.ts'
import { partsOf } from '../../../contract/words/message-parts.ts'
import { filledIn, gluedIn, plainTextsIn, readSource } from '../../messages-in.ts'

const pages = import.meta.glob<string>(['../**/*.{ts,tsx}', '!../**/*.test.{ts,tsx}'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
const others = import.meta.glob<string>(
  ['../../../{contract,jobs,documents,functions}/**/*.ts', '!../../../**/*.test.ts', '!../../../**/database.types.ts'],
  { query: '?raw', import: 'default', eager: true },
)
const files = import.meta.glob<Record<string, string>>('../../../contract/locales/*/*.json', {
  import: 'default',
  eager: true,
})

/** Every message file, with its locale and area. */
const catalogues = Object.entries(files).map(([file, messages]) => {
  const [language = '', area = ''] = file.replace('.json', '').split('/').slice(-2)
  return { name: `${language}/${area}`, language, area, messages }
})
const english = messagesOf('en')
const locales = LANGUAGES.map(({ code }) => ({ code, messages: messagesOf(code) }))
/** Refusals are looked up by code: contract/refusals/refusals.test.ts. */
const isRefusal = (id: string) => id.startsWith('refusals.')
const used = new Set(
  [...Object.entries(pages), ...Object.entries(others)].flatMap(([file, code]) => readSource(file, code).ids),
)

/** Lingui's own sort order. */
const inOrder = new Intl.Collator('en-US')

function messagesOf(language: string): Record<string, string> {
  return Object.assign({}, ...catalogues.filter((one) => one.language === language).map(({ messages }) => messages))
}

test('every message used in the source exists, and no message is unused', () => {
  expect(used.size).toBeGreaterThan(2000)
  expect([...used].filter((id) => english[id] === undefined)).toEqual([])
  expect(Object.keys(english).filter((id) => !used.has(id) && !isRefusal(id))).toEqual([])
})

test.each(locales)('$code has every message, and no other', ({ messages }) => {
  expect(Object.keys(messages).sort()).toEqual(Object.keys(english).sort())
  expect(Object.keys(messages).filter((id) => !messages[id]?.trim())).toEqual([])
})

test.each(locales)('$code uses the placeholders and elements of every message, and no others', ({ messages }) => {
  const differing = Object.keys(english).filter(
    (id) => partsOf(english[id] ?? '').join() !== partsOf(messages[id] ?? '').join(),
  )
  expect(differing).toEqual([])
})

test('every message receives the values that it names', () => {
  const lacking = (file: string, code: string) =>
    filledIn(file, code).flatMap(({ id, values }) =>
      partsOf(english[id] ?? '')
        .filter((name) => !name.startsWith('<') && !values.includes(name))
        .map((name) => `${file} says ${id} without ${name}`),
    )
  expect(lacking('planted.ts', "t('shell.messagesUnread', { count: 2 })")).toEqual([
    'planted.ts says shell.messagesUnread without unread',
  ])
  expect([...Object.entries(pages), ...Object.entries(others)].flatMap(([file, code]) => lacking(file, code))).toEqual(
    [],
  )
})

test('an id is its area and a camel-case name, sorted within the file of its area', () => {
  for (const { name, area, messages } of catalogues) {
    const ids = Object.keys(messages)
    expect(ids, name).toEqual([...ids].sort(inOrder.compare))
    expect(
      ids.filter((id) => !id.startsWith(`${area}.`) || !/^[a-z]+(?:\.(?:[a-z]\w*|SK\w{3}))+$/.test(id)),
      name,
    ).toEqual([])
  }
})

/** Placeholder names that hold a number. */
const NUMBER =
  /^(?:count\d?|number|total|done|all|good|ready|news|unread|hidden|open|left|lines|days|hours|minutes|seconds|\w+Count)$/
/** Words that look like a plural after a number but are not. */
const NO_PLURAL = new Set(['más', 'plus', 'mais', 'as', 'avis', 'todos'])
/** Messages whose number is never one: counts that start at two, and larger limits. */
const NEVER_ONE = new Set([
  'legal.privacy.messageRules', // 30 days at least
  'legal.privacy.notifications',
  'admin.figures.decidedWithin',
  'ads.totalMany',
  'browse.adsGoCloser',
  'browse.categoriesAndAds',
  'browse.countHere',
  'import.tooManyRows',
  'listing.photosHint',
  'post.allDrafts',
  'messages.ratingFrom',
  'post.photos.failed',
  'post.photos.uploading',
  'post.save.minutesAgo',
  'post.save.secondsAgo',
  'post.step.things',
  'post.stepsDoneOf',
  'post.strength.photos',
])

/** Finds fixed plurals after a number, such as "1 étapes". */
function stiffPlurals(message: string): string[] {
  const outside = message.replace(/\{\w+, plural,(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}/g, '')
  return [...outside.matchAll(/\{(\w+)\}(?:<\/\d+>)?[ \u00a0](\p{L}+s)(?!\p{L})/gu)].flatMap(
    ([said, name = '', word = '']) => (NUMBER.test(name) && !NO_PLURAL.has(word) ? [said] : []),
  )
}

test('no message puts a plural behind a number that can be one', () => {
  const texts = locales.flatMap(({ messages }) => Object.entries(messages))
  const stiff = texts.filter(([id, text]) => !isRefusal(id) && !NEVER_ONE.has(id) && stiffPlurals(text).length > 0)
  expect(stiff.map(([, text]) => text)).toEqual([])
})

/** The plural forms of each plural in a compiled message. */
function pluralsOf(pieces: readonly unknown[]): string[][] {
  return pieces.flatMap((piece) => {
    if (!Array.isArray(piece)) return []
    const [, kind, cases] = piece as [string, string?, Record<string, unknown>?]
    const inner = Object.values(cases ?? {}).flatMap((one) => (Array.isArray(one) ? pluralsOf(one) : []))
    return kind === 'plural' && cases ? [Object.keys(cases), ...inner] : inner
  })
}

test('a plural has exactly the forms of its language', () => {
  const wrong = locales.flatMap(({ code, messages }) => {
    const forms = new Set(new Intl.PluralRules(code).resolvedOptions().pluralCategories)
    return Object.values(messages).filter((text) =>
      pluralsOf(compileMessageOrThrow(text)).some((used) => {
        const named = used.filter((form) => !/^(?:offset|=?\d+)$/.test(form))
        return !named.includes('other') || named.some((form) => !forms.has(form as Intl.LDMLPluralRule))
      }),
    )
  })
  expect(wrong).toEqual([])
})

/** Greetings on a separate line. */
const GREETINGS = new Set(['emails.hello', 'emails.helloName'])

test.each(locales)(
  '$code has no sentence fragments: no message begins or ends with a space or a comma',
  ({ messages }) => {
    const pieces = Object.entries(messages).filter(
      ([id, text]) => /^[\s,;.)]|[\s,(]$/u.test(text) && !GREETINGS.has(id),
    )
    expect(pieces).toEqual([])
  },
)

/** Words that only appear in sentence fragments, or begin one. */
const FRAGMENT = /^(?:(?:and|in|on|than|with)$|(?:of|is|are|was|were|that|to) )/

test('no message depends on its neighbours to be a sentence', () => {
  expect(Object.entries(english).filter(([, text]) => FRAGMENT.test(text))).toEqual([])
})

test('no message is concatenated with other text: a sentence is one message', () => {
  const glued = [...Object.entries(pages), ...Object.entries(others)].flatMap(([file, code]) =>
    gluedIn(file, code).map((text) => `${file}: ${text}`),
  )
  expect(glued).toEqual([])
})

test('no visible text bypasses the catalogue', () => {
  const plain = Object.entries(pages).flatMap(([file, code]) =>
    plainTextsIn(file, code).map((text) => `${file}: ${text}`),
  )
  expect(plain.filter((text) => !NAMES.some((name) => text.endsWith(`: ${name}`)))).toEqual([])
})

/** Maximum characters of a text that is read at a glance. */
const MOST_LETTERS = 140
/** Texts that are read in full, or must be complete: legal texts, emails, and how results are ranked and counted. */
const READ_IN_FULL = /^(?:legal|emails)\.|^(?:browse\.order\.relevance|transparency\.method)$/

/** Length of the longest variant of a message. */
function longestOf(pieces: readonly unknown[]): number {
  return pieces.reduce<number>((sum, piece) => {
    if (typeof piece === 'string') return sum + piece.length
    const [, , cases] = piece as [string, string?, Record<string, unknown>?]
    if (!cases) return sum + 8
    const lengths = Object.values(cases).map((one) => (Array.isArray(one) ? longestOf(one) : String(one).length))
    return sum + Math.max(...lengths)
  }, 0)
}

test('no text is too long to read at a glance', () => {
  const long = Object.entries(english).flatMap(([id, text]) => {
    const letters = longestOf(compileMessageOrThrow(text))
    return letters > MOST_LETTERS && !READ_IN_FULL.test(id) ? [`${id}: ${letters}`] : []
  })
  expect(long).toEqual([])
})

test('a text has one id per area, and only one if it is in common', () => {
  const byText = Map.groupBy(
    Object.keys(english).filter((id) => !isRefusal(id) && !ALIKE.has(id)),
    (id) => locales.map(({ messages }) => messages[id]).join('\n'),
  )
  const twice = [...byText.values()].filter((ids) => {
    const areas = ids.map((id) => id.split('.')[0])
    return ids.length > 1 && (areas.includes('common') || new Set(areas).size < areas.length)
  })
  expect(twice).toEqual([])
})

/** Equal by coincidence: a delivery option and its step, a state and its announcement. */
const ALIKE = new Set(['offers.shipping', 'offers.deal.completed'])

/** Proper names, the same in every language. */
const NAMES = ['OpenStreetMap', 'GeoNames', 'Natural Earth']

test('the checks detect what they are meant to', () => {
  expect(partsOf('{count, plural, one {# ad of {name}} other {# ads}} at <0>home</0>')).toEqual([
    '<0>',
    'count',
    'name',
  ])
  const source =
    "const a = t('one.thing', { thing: t('one.name') }) + other('Two') + reader.t('two'); const b = /*i18n*/ 'three'"
  expect(readSource('a.tsx', source).ids).toEqual(['one.thing', 'one.name', 'two', 'three'])
  expect(readSource('a.tsx', '<Trans id="one.link" components={{}} />').ids).toEqual(['one.link'])
  const pieces = '<p>{name}, {t("a.online")} <b>{count} {yes ? t("a.one") : t("a.more")} here</b> {t("a.whole")}</p>'
  expect(gluedIn('a.tsx', pieces)).toEqual(['{t("a.online")}', '{yes ? t("a.one") : t("a.more")}'])
  const text =
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source code in a string
    "const a = `${name}, ${t('a.online')}`; const b = t('a.was') + ' then'; const c = `${t('a.title')} · ${brand}`"
  // biome-ignore lint/suspicious/noTemplateCurlyInString: source code in a string
  expect(gluedIn('a.ts', text)).toEqual(["`${name}, ${t('a.online')}`", "t('a.was') + ' then'"])
  expect(plainTextsIn('a.tsx', '<p title="Seen">{t("Said")} and &nbsp; <b>plain</b></p>')).toEqual([
    'Seen',
    'and',
    'plain',
  ])
})

// A deal is completed with a code that one user shows the other.
test('warnings about codes never forbid showing the deal code', () => {
  const advice = Object.values(english).flatMap((text) => text.match(/\bnever\b[^.]*\bcodes?\b/gi) ?? [])
  expect(advice.length).toBeGreaterThan(2)
  expect(advice.filter((text) => /\b(share|show|tell|give)\b/i.test(text))).toEqual([])
})
