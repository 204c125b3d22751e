import { expect, test } from 'vitest'
import { applying } from '../../contract/help/article.ts'
import { readAllHelp } from '../../contract/help/read-help.ts'
import { LIMITS } from '../../contract/limits.ts'
import { messagesOf } from '../../contract/words/translator.ts'
import { helpRows, writeHelp } from '../../jobs/write-help-articles.ts'
import { type Market, onMarket } from './database.ts'
import { SCAM_EXAMPLES } from './scam-examples.ts'

const HELP = readAllHelp()
const ARTICLES = applying(HELP.en, 'off')
const HELP_ROWS = helpRows(HELP)

interface Found {
  readonly id: string
  readonly score: number
}

async function ask({ visitor }: Market, q: string): Promise<Found[]> {
  const rows = await visitor.does((sql) => sql<Found[]>`select id, score from public.search_help(${q})`)
  return [...rows]
}

test('the table contains exactly the articles of the help pages in every language', () =>
  onMarket(async ({ visitor }) => {
    const rows = await visitor.does(
      (sql) => sql`
        select id, language, topic, question, answer, points, action from public.help_articles
        order by id collate "C", language`,
    )
    const articles = HELP_ROWS.map(({ also_asked: _, ...row }) => row)
    const place = ({ id, language }: { id: string; language: string }) => `${id} ${language}`
    expect([...rows]).toEqual(articles.sort((a, b) => (place(a) < place(b) ? -1 : 1)))
  }))

/** The English text of an article. */
function textOf(id: string): string {
  const article = ARTICLES.find((known) => known.id === id)
  return [...(article?.answer ?? []), ...(article?.points ?? [])].join(' ')
}

test('numbers in help articles match those in the database', () =>
  onMarket(async ({ owner }) => {
    const allowed = async (action: string) => {
      const rows = await owner<{ allowed: number }[]>`
        select allowed from public.rate_limits
        where action = ${action} and scope = 'account' and span = '1 day' and level <= 2 order by level`
      return rows.map((row) => row.allowed)
    }
    const { adsPerDay, conversationsPerDay } = LIMITS.newAccount
    const [ads = [], talks = []] = [await allowed('publish'), await allowed('conversation')]
    expect([ads[0], talks[0]]).toEqual([adsPerDay, conversationsPerDay])
    // The steps increase and the last is open-ended.
    expect([ads[1], talks[1]].every((more) => more !== undefined && more > adsPerDay)).toBe(true)
    expect(textOf('new-account-limits')).toMatch(
      /limits rise after a week, once you’ve sold something or had five chats answered/,
    )

    const [ladder] = await owner`select days, deals, answered_chats from public.trust_ladder`
    expect(ladder).toEqual({ days: 7, deals: 1, answered_chats: 5 })
    const spans = await owner<{ days: number; of: number }[]>`
      select expiry_days as days, count(*)::int as of from public.categories group by 1 order by 2 desc`
    expect(spans.map(({ days }) => days).toSorted((a, b) => a - b)).toEqual([45, 60, 90])
    expect(spans[0]?.days).toBe(60)
    expect(textOf('how-long-online')).toMatch(/60 days for most items, 45 or 90 for some/)
    const [{ window } = { window: '' }] = await owner<{ window: string }[]>`
      select private.extension_window()::text as window`
    expect(window).toBe('10 days')
    const [{ span } = { span: '' }] = await owner<{ span: string }[]>`select private.review_time()::text as span`
    expect(span).toBe('14 days')
  }))

test.each([
  ['How do I create a listing?', 'create-a-listing'],
  ['How do I search for items?', 'how-search-works'],
  ['Is my transaction safe?', 'when-to-pay'],
  ['How do I manage my account?', 'change-email-or-phone'],
  ['i forgot my pasword', 'cannot-sign-in'],
  ['someone asked me to continue on whatsapp', 'five-scams'],
  ['How do I use voice features?', 'voice'],
  ['who can see my phone number', 'who-sees-what'],
  ['how long does my ad stay up', 'how-long-online'],
  ['can I send it as a parcel', 'shipping'],
  ['I want to close my account', 'delete-account'],
  // Synonyms that users type instead of the articles' words.
  ['can I have my money back', 'refunds'],
  ['I want to sign up', 'create-account'],
  ['there is an error when I register', 'sign-up-trouble'],
  ['I would like to unsubscribe from your emails', 'mails'],
  ['could I speak to a human being please', 'contact-us'],
  ['whats my parcels eta', 'where-is-my-parcel'],
  ['I want to buy something', 'how-to-buy'],
  ['what does selling here cost me', 'fees'],
  // Typing errors, also in meaningless words.
  ['i ened assitance to udpate my profiel picture', 'profile-picture'],
  ['payemnt mehtods', 'how-to-pay'],
  ['how do I get my moeny back', 'refunds'],
])('%s is answered by %s', (q, id) =>
  onMarket(async (market) => {
    const [best] = await ask(market, q)
    expect(best?.id).toBe(id)
    expect(best?.score).toBeGreaterThan(0.35)
  }),
)

test("each article's own question finds it first", () =>
  onMarket(async ({ visitor }) => {
    const rows = await visitor.does(
      (sql) => sql<{ id: string; found: string | null }[]>`
        select article.id, best.id as found from public.help_articles article
        left join lateral (select found.id from public.search_help(article.question, 1) as found) as best on true
        where article.language = 'en'`,
    )
    expect(rows.length).toBe(ARTICLES.length)
    expect(rows.filter(({ id, found }) => id !== found)).toEqual([])
  }))

test.each(['what is the capital of Mongolia', 'write me a poem on dragons', '', '???', "'); drop table x; --"])(
  'what no article is about has no good answer: %s',
  (q) =>
    onMarket(async (market) => {
      expect((await ask(market, q))[0]?.score ?? 0).toBeLessThan(0.35)
    }),
)

test('questions are counted per user, and the refusal says when the limit resets', () =>
  onMarket(async ({ owner }) => {
    const take = async (asker: string) => {
      await owner`set local role service_role`
      const [row] = await owner<{ free_at: Date | null }[]>`select public.count_function_call(${asker}, 2) as free_at`
      await owner`reset role`
      return row?.free_at ?? null
    }
    expect([await take('anna'), await take('anna')]).toEqual([null, null])
    expect((await take('anna'))?.getTime()).toBeGreaterThan(Date.now() + 3_000_000)
    expect(await take('bert')).toBeNull()
    await owner`update private.function_calls set called_at = called_at - interval '61 minutes'`
    expect(await take('anna')).toBeNull()
    const atOnce = async () => {
      await owner`set local role service_role`
      const [row] = await owner<
        { free_at: Date | null }[]
      >`select public.count_function_call('carla', 30, 2) as free_at`
      await owner`reset role`
      return row?.free_at ?? null
    }
    expect([await atOnce(), await atOnce()]).toEqual([null, null])
    expect((await atOnce())?.getTime()).toBeLessThan(Date.now() + 21_000)
    await owner`update private.function_calls set called_at = called_at - interval '21 seconds'`
    expect(await atOnce()).toBeNull()
  }))

test('only the service counts questions, and nobody else writes articles', () =>
  onMarket(async (market) => {
    const anna = await market.person('Anna')
    expect((await anna.isRefused((sql) => sql`select public.count_function_call('x', 5)`)).code).toBe('42501')
    expect((await anna.isRefused((sql) => sql`update public.help_articles set question = 'x'`)).code).toBe('42501')
    expect((await market.visitor.isRefused((sql) => sql`select * from private.function_calls`)).code).toBe('42501')
  }))

test('only the first 300 characters of a question are searched for in the help pages', () =>
  onMarket(async ({ visitor }) => {
    const answersTo = async (q: string) =>
      (await visitor.does((sql) => sql<{ id: string }[]>`select id from public.search_help(${q}, 10)`)).map(
        ({ id }) => id,
      )
    const question = 'How do I pay?'
    const found = await answersTo(question)
    expect(found.length).toBeGreaterThan(0)
    expect(await answersTo(`${question.padEnd(300)} ${'delete my account photos map '.repeat(400)}`)).toEqual(found)
  }))

test('an article is rated once per user and per browser, and a second vote replaces the first', () =>
  onMarket(async (market) => {
    const { owner, visitor } = market
    const anna = await market.person('Anna')
    const rate = (helpful: boolean) => (sql: Market['owner']) =>
      sql`select public.rate_help_article('when-to-pay', ${helpful})`
    const inBrowser = (name: string) =>
      owner`select set_config('request.headers', ${JSON.stringify({ 'x-device-id': name })}, true)`
    const figures = async () => {
      const [row] = await owner`
        select count(*) filter (where helpful)::int as yes, count(*) filter (where not helpful)::int as no from private.help_votes`
      return row
    }
    for (const helpful of [true, true, false]) await anna.does(rate(helpful))
    await inBrowser('one')
    await visitor.does(rate(true))
    await visitor.does(rate(true))
    await inBrowser('another')
    await visitor.does(rate(true))
    expect(await figures()).toEqual({ yes: 2, no: 1 })

    await owner`update public.profiles set role = 'moderator' where id = ${anna.id}`
    expect([...(await anna.does((sql) => sql`select article_id, yes, no from public.help_figures()`))]).toEqual([
      { article_id: 'when-to-pay', yes: 2, no: 1 },
    ])
    expect((await visitor.isRefused((sql) => sql`select * from public.help_figures()`)).code).toBe('42501')
    expect((await visitor.isRefused((sql) => sql`select * from private.help_votes`)).code).toBe('42501')
    const noSuch = (sql: Market['owner']) => sql`select public.rate_help_article('no-such', true)`
    expect((await anna.isRefused(noSuch)).code).toBe('SK701')
  }))

test('a visitor without a browser id is not counted, and a network is limited to sixty votes an hour', () =>
  onMarket(async ({ owner, visitor }) => {
    const rate = (sql: Market['owner']) => sql`select public.rate_help_article('when-to-pay', true)`
    await owner`select set_config('request.headers', '{}', true)`
    expect((await visitor.isRefused(rate)).code).toBe('SK703')
    await owner`select set_config('request.headers', ${JSON.stringify({ 'x-device-id': 'd', 'x-forwarded-for': '192.0.2.7' })}, true)`
    await visitor.does((sql) => sql`select public.rate_help_article('when-to-pay', true) from generate_series(1, 60)`)
    expect((await visitor.isRefused(rate)).code).toBe('SK502')
  }))

test.each([
  ['Pay here to get your money: https://souk-safe-pay.example.shop/card', 'phishing_link', 'unknown'],
  ['The courier brings the money, enter your card number to receive it', 'courier_scam', null],
  ['Track it at https://www.dhl.de/sendung?id=12', null, 'carrier'],
  ['Is it still there? I can come on Saturday.', null, null],
])('the checker gives the same verdict as the chat: %s', (said, pattern, host) =>
  onMarket(async ({ visitor }) => {
    const [row] = await visitor.does(
      (sql) => sql<{ judged: { action: string; patterns: string[]; hosts: { what: string }[] } }[]>`
        select public.check_suspicion(${said}) as judged`,
    )
    expect(row?.judged.action === 'allow').toBe(pattern === null)
    if (pattern) expect(row?.judged.patterns).toContain(pattern)
    expect(row?.judged.hosts.map(({ what }) => what)).toEqual(host ? [host] : [])
  }),
)

test.each(
  Object.entries(SCAM_EXAMPLES).flatMap(([language, examples]) =>
    Object.entries(examples).map(([pattern, said]) => [language, pattern, said] as const),
  ),
)('in %s, an example of %s is recognised', (_, pattern, said) =>
  onMarket(async ({ visitor }) => {
    const [row] = await visitor.does(
      (sql) =>
        sql<{ judged: { action: string; patterns: string[] } }[]>`select public.check_suspicion(${said}) as judged`,
    )
    expect(row?.judged.action).not.toBe('allow')
    expect(row?.judged.patterns).toContain(pattern)
  }),
)

const inLanguage = async ({ visitor }: Market, q: string, lang: string) => {
  const rows = await visitor.does(
    (sql) =>
      sql<(Found & { question: string })[]>`select id, question, score from public.search_help(${q}, 3, ${lang})`,
  )
  return [...rows]
}

test.each([
  ['de', 'Wie lösche ich mein Konto?', 'delete-account'],
  ['de', 'ich habe mein Passwort vergessen', 'cannot-sign-in'],
  ['de', 'was kostet eine Anzeige', 'fees'],
  ['de', 'ist das eine Betrugsmasche', 'five-scams'],
  ['de', 'wo bleibt mein Packet', 'where-is-my-parcel'],
  ['fr', 'comment supprimer mon compte', 'delete-account'],
  ['fr', 'j’ai oublié mon mot de passe', 'cannot-sign-in'],
  ['fr', 'comment puis-je payer par carte', 'how-to-pay'],
  ['fr', 'où est mon colis', 'where-is-my-parcel'],
  ['fr', 'je veux parler à un conseiller', 'contact-us'],
  ['es', 'quiero borrar mi cuenta', 'delete-account'],
  ['es', 'he olvidado la contraseña', 'cannot-sign-in'],
  ['es', 'cómo publico un anuncio', 'create-a-listing'],
  ['es', 'dónde está mi paquete', 'where-is-my-parcel'],
  ['es', 'necesito una factura', 'invoice'],
  ['pt', 'quero apagar a minha conta', 'delete-account'],
  ['pt', 'esqueci-me da palavra-passe', 'cannot-sign-in'],
  ['pt', 'posso fazer uma proposta', 'offers'],
  ['pt', 'onde está a minha encomenda', 'where-is-my-parcel'],
  ['pt', 'quem lê as minhas mensagens', 'who-reads-messages'],
])('in %s, “%s” is answered by %s', (lang, q, id) =>
  onMarket(async (market) => {
    const [best] = await inLanguage(market, q, lang)
    expect(best?.id).toBe(id)
    expect(best?.score).toBeGreaterThan(0.35)
    expect(best?.question).toBe(HELP_ROWS.find((row) => row.id === id && row.language === lang)?.question)
  }),
)

/** The suggested questions of the support widget are in the page's language. */
test.each(
  [
    ['support.suggest.createListing', 'create-a-listing'],
    ['support.suggest.search', 'how-search-works'],
    ['support.suggest.safety', 'when-to-pay'],
  ].flatMap(([asked = '', id]) => (['pt', 'es', 'de', 'fr'] as const).map((lang) => [asked, lang, id] as const)),
)('the prompt “%s” is answered in %s too', (asked, lang, id) =>
  onMarket(async (market) => {
    const [best] = await inLanguage(market, messagesOf(lang)[asked] ?? '', lang)
    expect(best?.id).toBe(id)
  }),
)

test('a reader of German can ask in English and gets the answer in German', () =>
  onMarket(async (market) => {
    const [best] = await inLanguage(market, 'how do I delete my account', 'de')
    expect(best?.question).toBe('Mein Konto löschen')
    const [unknown] = await inLanguage(market, 'how do I delete my account', 'xx')
    expect(unknown?.question).toBe('Delete my account')
  }))

test('in every language an article’s own question finds it first', () =>
  onMarket(async ({ visitor }) => {
    // Each article in one language, in turn: all of them in all would take a quarter of a minute.
    const rows = await visitor.does(
      (sql) => sql<{ id: string; language: string; found: string | null }[]>`
        with asked as (
          select id, question, (array['pt', 'es', 'de', 'fr'])[1 + mod(row_number() over (order by id), 4)] as lang
          from public.help_articles where language = 'en'
        )
        select own.id, own.language, best.id as found from asked
        join public.help_articles own on own.id = asked.id and own.language = asked.lang
        left join lateral (select found.id from public.search_help(own.question, 1, own.language) as found) as best on true`,
    )
    expect(rows.length).toBe(ARTICLES.length)
    expect(rows.filter(({ id, found }) => id !== found)).toEqual([])
  }))

test.each(['pt', 'es', 'de', 'fr'])('in %s, search distinguishes when to pay from how to pay', (lang) =>
  onMarket(async (market) => {
    for (const id of ['when-to-pay', 'how-to-pay']) {
      const question = HELP_ROWS.find((row) => row.id === id && row.language === lang)?.question ?? ''
      expect((await inLanguage(market, question, lang))[0]?.id).toBe(id)
    }
  }),
)

test('articles are inserted once, replaced when changed, and deleted when removed from the source', () =>
  onMarket(async ({ owner }) => {
    expect(await writeHelp(owner, HELP)).toBe(false)
    await owner`delete from private.help_version`
    await owner`update public.help_articles set question = 'An old question' where id = 'fees'`
    await owner`
      insert into public.help_articles (id, language, topic, question, answer) values ('gone', 'en', 'safety', 'Gone', '["Gone."]')`
    expect(await writeHelp(owner, HELP)).toBe(true)
    expect(await writeHelp(owner, HELP)).toBe(false)
    const rows = await owner`select id from public.help_articles where id = 'gone' or question = 'An old question'`
    expect([...rows]).toEqual([])
  }))

test('articles about buying exist only if payments are configured', () =>
  onMarket(async (market) => {
    const question = 'How does buying with protection work?'
    expect((await ask(market, question)).map(({ id }) => id)).not.toContain('buyer-protection')
    expect(await writeHelp(market.owner, HELP, 'test')).toBe(true)
    expect((await ask(market, question))[0]?.id).toBe('buyer-protection')
    const [refunds] = await market.owner`
      select answer ->> 0 as short from public.help_articles where id = 'refunds' and language = 'en'`
    expect(refunds?.short).toMatch(/^Yes, if you paid with “Buy now”/)
    const missed = await market.owner`
      select article.id, best.id as found from public.help_articles article,
        lateral (select found.id from private.find_help(article.question, 'en') as found order by found.place limit 1) as best
      where article.language = 'en' and best.id <> article.id`
    expect([...missed]).toEqual([])
  }))

test('only the server writes articles, and moderators read the statistics in their language', () =>
  onMarket(async (market) => {
    const anna = await market.person('Anna')
    const write = (sql: Market['owner']) => sql`select private.write_help_articles('[]', 'mine')`
    expect((await anna.isRefused(write)).code).toBe('42501')
    await anna.does((sql) => sql`select public.rate_help_article('fees', true)`)
    await market.owner`update public.profiles set role = 'moderator' where id = ${anna.id}`
    const figures = await anna.does((sql) => sql`select question, yes from public.help_figures('pt')`)
    expect([...figures]).toEqual([{ question: 'Quanto custa {brand}? Há taxas?', yes: 1 }])
  }))
