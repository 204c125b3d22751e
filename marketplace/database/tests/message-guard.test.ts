import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Market, onMarket, type Person } from './database.ts'
import { runForget } from './job-context.ts'
import { createDeal, verbs } from './market-day.ts'

/** An account that may send links and many messages is no longer new. */
async function startConversation(market: Market) {
  const anna = await market.trusted('Anna')
  const ben = await market.person('Ben')
  const cleo = await market.person('Cleo')
  const talk = await market.talkAbout(await market.adOf(anna), ben)
  return { anna, ben, cleo, talk }
}

function sendMessage(person: Person, talk: string, body: string, clientId: string = randomUUID()) {
  return person.does(
    (sql) => sql<
      { id: string; body: string; notice: string | null; notice_sentence: string | null; masked: boolean }[]
    >`
      insert into public.messages (conversation_id, body, client_id) values (${talk}, ${body}, ${clientId})
      returning id, body, notice, notice_sentence, masked`,
  )
}

async function moderator(market: Market): Promise<Person> {
  const mia = await market.person('Mia')
  await market.owner`update public.profiles set role = 'moderator' where id = ${mia.id}`
  return mia
}

const HELD = 'I paid with the safe deal: enter your card on the courier form and send me the code from the SMS'

test('an honest message is delivered unchanged, and only moderators can read its verdict', () =>
  onMarket(async (market) => {
    const { anna, ben, cleo, talk } = await startConversation(market)
    expect(await sendMessage(ben, talk, 'Could I see it on Saturday?')).toMatchObject([{ notice: null, masked: false }])
    const mia = await moderator(market)
    const verdicts = (person: Person) =>
      person.does((sql) => sql`select action, rules from public.message_verdicts where conversation_id = ${talk}`)
    expect(await verdicts(mia)).toHaveLength(2)
    for (const other of [anna, ben, cleo]) expect(await verdicts(other)).toEqual([])
    expect((await market.visitor.isRefused((sql) => sql`select from public.message_verdicts`)).code).toBe('42501')
  }))

test('a suspicious message is delivered with a warning that names its pattern', () =>
  onMarket(async (market) => {
    const { anna, ben, talk } = await startConversation(market)
    await sendMessage(ben, talk, 'Can we go on in whatsapp?')
    const seen = await anna.does(
      (sql) => sql`select body, notice from public.messages where conversation_id = ${talk} and notice is not null`,
    )
    expect(seen).toEqual([{ body: 'Can we go on in whatsapp?', notice: 'off_platform' }])
    const [verdict] = await market.owner`select action, rules from public.message_verdicts
      where conversation_id = ${talk} and action = 'warn'`
    // The second classifier may add a hint.
    expect(verdict?.rules).toMatchObject([
      { id: 'leave.messenger', version: 4 },
      { id: 'hint.leave', weight: 10 },
    ])
  }))

test('earlier messages count: a scam split over several messages is detected with the message that completes it', () =>
  onMarket(async (market) => {
    const { ben, talk } = await startConversation(market)
    // Whatever the second classifier says.
    await market.owner`update private.scam_weights set weight = 0`
    expect(await sendMessage(ben, talk, 'I would take it at the full price.')).toMatchObject([{ notice: null }])
    expect(await sendMessage(ben, talk, 'The courier comes to your door on Friday')).toMatchObject([{ notice: null }])
    expect(await sendMessage(ben, talk, 'Nice garden you have by the way')).toMatchObject([{ notice: null }])
    expect(await sendMessage(ben, talk, 'All you do before is write down your iban here')).toMatchObject([
      { notice: 'courier_scam' },
    ])
    const [verdict] = await market.owner`select rules, sentence from public.message_verdicts
      where conversation_id = ${talk} and action <> 'allow'`
    expect(verdict?.rules[0]).toMatchObject({ together: true, pattern: 'courier_scam' })
    expect(verdict?.sentence).toBe('All you do before is write down your iban here')
    // The same text again is not suspicious because of earlier messages.
    expect(await sendMessage(ben, talk, 'See you on Friday then')).toMatchObject([{ notice: null }])
  }))

test('what the sender does counts: a new account that writes from far away, seconds after it first saw the ad', () =>
  onMarket(async (market) => {
    const anna = await market.trusted('Anna')
    const [ben, cleo] = [await market.person('Ben'), await market.person('Cleo')]
    const ad = await market.adOf(anna)
    await market.owner`update public.listings set delivery = 'pickup', lat = 38.7, lng = -9.1 where id = ${ad}`
    await market.owner`update public.profiles set lat = 52.5, lng = 13.4 where id = ${ben.id}`
    await market.owner`update public.profiles set lat = 38.8, lng = -9.2 where id = ${cleo.id}`
    for (const buyer of [ben, cleo]) await buyer.does((sql) => sql`select public.record_view(${ad})`)
    await market.owner`update private.recent_views set seen_at = seen_at - interval '1 minute'
      where viewer = sha256(convert_to(${cleo.id}::text, 'UTF8'))`
    const rulesOf = async (buyer: Person) => {
      const talk = await market.talkAbout(ad, buyer)
      await sendMessage(buyer, talk, 'Thank you!')
      const verdicts = await market.owner<{ rules: { id: string }[] }[]>`
        select rules from public.message_verdicts where conversation_id = ${talk} order by jsonb_array_length(rules) desc`
      return verdicts.map(({ rules }) => rules.map(({ id }) => id).sort())
    }
    expect(await rulesOf(ben)).toEqual([['sender.far', 'sender.hurried', 'sender.new'], []])
    expect(await rulesOf(cleo)).toEqual([['sender.new'], []])
  }))

test('only the recipient can mark a message as harmless', () =>
  onMarket(async (market) => {
    const { anna, ben, cleo, talk } = await startConversation(market)
    await sendMessage(ben, talk, 'Can we go on in whatsapp?')
    const [{ id } = { id: '' }] = await market.owner<{ id: string }[]>`
      select message_id as id from public.message_verdicts where conversation_id = ${talk} and action = 'warn'`
    const fine = (person: Person) => person.does((sql) => sql`select public.mark_message_harmless(${id}) as counted`)
    for (const other of [ben, cleo]) expect(await fine(other)).toEqual([{ counted: false }])
    expect(await fine(anna)).toEqual([{ counted: true }])
    expect(await market.owner`select label, by from private.labelled(7) where message_id = ${id}`).toEqual([
      { label: 'ok', by: 'reader' },
    ])
  }))

test('a warning quotes the suspicious sentence, unless it is the whole message or has contact details', () =>
  onMarket(async (market) => {
    const { ben, talk } = await startConversation(market)
    const [said] = await sendMessage(ben, talk, 'What a lovely lamp! Can we go on in whatsapp? I live near the park.')
    expect(said).toMatchObject({ notice: 'off_platform', notice_sentence: 'Can we go on in whatsapp?' })
    const [verdict] = await market.owner`select sentence from public.message_verdicts
      where conversation_id = ${talk} and action = 'warn'`
    expect(verdict).toEqual({ sentence: 'Can we go on in whatsapp?' })
    for (const words of ['Can we go on in whatsapp?', 'Nice one. Mail ben@example.com. See you!']) {
      const [other] = await sendMessage(ben, talk, words)
      expect(other).toMatchObject({ notice: expect.any(String), notice_sentence: null })
    }
  }))

test('contact details are masked until both users have written twice, then visible to both and nobody else', () =>
  onMarket(async (market) => {
    const { anna, ben, cleo, talk } = await startConversation(market)
    const [masked] = await sendMessage(ben, talk, 'Mail ben@example.com or call 912 345 678, thanks')
    expect(masked).toMatchObject({ masked: true, notice: 'contact_detail', body: 'Mail ••• or call •••, thanks' })
    const [spelled] = await sendMessage(ben, talk, 'nine one two, three four five, six seven eight')
    expect(spelled).toMatchObject({ masked: true, body: '•••' })
    const reveal = (person: Person) =>
      person.does((sql) => sql`select public.reveal_message(${masked?.id ?? ''}) as body`)
    await expect(reveal(anna)).rejects.toThrow(/once you’ve both sent two messages/)
    await sendMessage(anna, talk, 'Yes, it is there')
    await sendMessage(anna, talk, 'Come by')
    expect(await reveal(anna)).toEqual([{ body: 'Mail ben@example.com or call 912 345 678, thanks' }])
    await expect(reveal(cleo)).rejects.toThrow(/or it isn’t yours/)
    // From here on a number causes one warning.
    expect(await sendMessage(ben, talk, 'Or call 912 345 679')).toMatchObject([
      { masked: false, notice: 'contact_detail' },
    ])
    expect(await sendMessage(ben, talk, 'Sorry, 912 345 670')).toMatchObject([{ masked: false, notice: null }])
    for (const person of [anna, ben, cleo]) {
      expect(await person.does((sql) => sql`select * from public.message_originals`)).toEqual([])
    }
    expect(
      await (await moderator(market)).does(
        (sql) => sql`select body from public.message_originals where conversation_id = ${talk}`,
      ),
    ).toHaveLength(2)
  }))

test('a held message is not delivered or counted anywhere, and only its sender sees that it is pending', () =>
  onMarket(async (market) => {
    const { anna, ben, cleo, talk } = await startConversation(market)
    const before =
      await market.owner`select last_message_body, seller_unread from public.conversations where id = ${talk}`
    const clientId = randomUUID()
    expect(await sendMessage(ben, talk, HELD, clientId)).toEqual([])
    expect(await sendMessage(ben, talk, HELD, clientId)).toEqual([])
    expect(await market.owner`select from public.messages where conversation_id = ${talk}`).toHaveLength(1)
    expect(
      await market.owner`select last_message_body, seller_unread from public.conversations where id = ${talk}`,
    ).toEqual(before)
    expect(
      await market.owner`select from public.notifications where user_id = ${anna.id} and payload ->> 'unread' = '2'`,
    ).toEqual([])
    const held = (person: Person) => person.does((sql) => sql`select body, state, pattern from public.held_messages`)
    expect(await held(ben)).toMatchObject([{ body: HELD, state: 'held' }])
    for (const other of [anna, cleo]) expect(await held(other)).toEqual([])
    const mod = await moderator(market)
    expect(await held(mod)).toHaveLength(1)
    // The test is one transaction, so the first message seems to be sent after the held one.
    await market.owner`update public.messages set created_at = now() - interval '1 minute' where conversation_id = ${talk}`
    const [queue] = await mod.does(
      (sql) => sql<{ before: unknown }[]>`
        select item -> 'before' as before from jsonb_array_elements(public.moderation_queue() -> 'items') as item
        where item ->> 'kind' = 'message'`,
    )
    expect(queue?.before).toMatchObject([{ body: 'Is it still there?', is_sender: true }])
    expect((await ben.isRefused((sql) => sql`select decided_by from public.held_messages`)).code).toBe('42501')
    expect((await ben.isRefused((sql) => sql`update public.held_messages set state = 'released'`)).code).toBe('42501')
  }))

test('a conversation whose first message is held is invisible to the seller until it is released', () =>
  onMarket(async (market) => {
    const anna = await market.trusted('Anna')
    const ben = await market.person('Ben')
    const ad = await market.adOf(anna)
    const [talk] = await ben.does(
      (sql) => sql<{ id: string }[]>`select id from public.start_conversation(${ad}, ${HELD}, ${randomUUID()})`,
    )
    const sees = (person: Person) => person.does((sql) => sql`select id from public.conversations`)
    expect(await sees(ben)).toEqual([{ id: talk?.id }])
    expect(await sees(anna)).toEqual([])
    const [held] = await ben.does((sql) => sql<{ id: string }[]>`select id from public.held_messages`)
    const decide = (sql: Market['owner']) => sql`select state from public.decide_held_message(${held?.id ?? ''}, true)`
    expect((await ben.isRefused(decide)).code).toBe('42501')
    const mia = await moderator(market)
    expect(await mia.does(decide)).toEqual([{ state: 'released' }])
    expect(await sees(anna)).toEqual([{ id: talk?.id }])
    expect(await anna.does((sql) => sql`select body from public.messages where kind = 'text'`)).toEqual([
      { body: HELD },
    ])
    expect(await market.owner`select kind from public.notifications where user_id = ${ben.id}`).toEqual([
      { kind: 'message_released' },
    ])
    expect((await mia.isRefused(decide)).code).toBe('SK227')
  }))

test('the sender of a held message can ask for one review, and gets a reason if it stays held', () =>
  onMarket(async (market) => {
    const { ben, cleo, talk } = await startConversation(market)
    await sendMessage(ben, talk, HELD)
    const [held] = await ben.does((sql) => sql<{ id: string }[]>`select id from public.held_messages`)
    const id = held?.id ?? ''
    const appeal = (sql: Market['owner']) =>
      sql`select state, appeal from public.appeal_message(${id}, ' I am a carrier ')`
    expect((await cleo.isRefused(appeal)).code).toBe('SK225')
    expect((await ben.isRefused((sql) => sql`select public.appeal_message(${id}, ' ')`)).code).toBe('SK224')
    expect(await ben.does(appeal)).toEqual([{ state: 'held', appeal: 'I am a carrier' }])
    expect((await ben.isRefused(appeal)).code).toBe('SK225')
    const mia = await moderator(market)
    const refuse = (words: string | null) => (sql: Market['owner']) =>
      sql`select public.decide_held_message(${id}, false, ${words})`
    expect((await mia.isRefused(refuse(null))).code).toBe('SK226')
    await mia.does(refuse('Nobody needs a card to be paid.'))
    expect(await ben.does((sql) => sql`select state, statement from public.held_messages`)).toEqual([
      { state: 'refused', statement: 'Nobody needs a card to be paid.' },
    ])
    expect(await market.owner`select action from public.audit_log where target = ${`message:${id}`}`).toEqual([
      { action: 'message.refuse' },
    ])
  }))

test('a new account’s link is refused, a known account’s link causes a warning', () =>
  onMarket(async (market) => {
    const { anna, ben, talk } = await startConversation(market)
    expect(await sendMessage(ben, talk, 'More pictures: photos-sofa.example/view')).toEqual([])
    expect(await ben.does((sql) => sql`select state, pattern from public.held_messages`)).toEqual([
      { state: 'blocked', pattern: 'phishing_link' },
    ])
    expect(await sendMessage(anna, talk, 'The maker has the manual: maker.example/manual')).toMatchObject([
      { notice: 'phishing_link', masked: false },
    ])
  }))

test('the same text to a fourth recipient is refused for new accounts, and held from the seventh on for all', () =>
  onMarket(async (market) => {
    const anna = await market.trusted('Anna')
    const ben = await market.person('Ben')
    const dora = await market.trusted('Dora')
    const words = 'Good day dear seller, I am very interested in your beautiful article, please answer me'
    const open = async (buyer: Person) => {
      const ad = await market.adOf(anna)
      return buyer.does(
        (sql) => sql`select last_sender_id from public.start_conversation(${ad}, ${words}, ${randomUUID()})`,
      )
    }
    for (let person = 0; person < 3; person++) await open(ben)
    await expect(open(ben)).rejects.toThrow(/the same message to 3 people/)
    for (let person = 0; person < 6; person++) expect(await open(dora)).toEqual([{ last_sender_id: dora.id }])
    expect(await open(dora)).toEqual([{ last_sender_id: null }])
    expect(await dora.does((sql) => sql`select state, pattern from public.held_messages`)).toEqual([
      { state: 'held', pattern: 'bulk' },
    ])
    // Common questions are not spam.
    for (let ask = 0; ask < 4; ask++) await market.talkAbout(await market.adOf(anna), dora)
  }))

test('a short first message is refused for the fifth recipient; questions and later messages are not', () =>
  onMarket(async (market) => {
    const ben = await market.person('Ben')
    const open = async (words: string) => {
      const ad = await market.adOf(await market.trusted('Anna'))
      return ben.does((sql) => sql`select public.start_conversation(${ad}, ${words}, ${randomUUID()})`)
    }
    for (let person = 0; person < 4; person++) await open('Visit my profile for more')
    await expect(open('Visit my  PROFILE for more!')).rejects.toThrow(/the same message to 4 people/)
    await open('Is it still available?')
    const talks = await market.owner<{ id: string }[]>`select id from public.conversations where buyer_id = ${ben.id}`
    for (const { id } of talks) expect(await sendMessage(ben, id, 'Thank you and see you soon')).toHaveLength(1)
  }))

test('masked text and verdicts are deleted after 90 days', () =>
  onMarket(async (market) => {
    const { ben, talk } = await startConversation(market)
    await sendMessage(ben, talk, 'call 912 345 678')
    const kept = () => market.owner`select from public.message_originals where conversation_id = ${talk}`
    await runForget(market, 'masked')
    expect(await kept()).toHaveLength(1)
    await market.owner`update public.message_originals set created_at = now() - interval '91 days' where conversation_id = ${talk}`
    await runForget(market, 'masked')
    expect(await kept()).toEqual([])
  }))

test('if payments are configured, a message that asks to pay outside is held; cash at the meet-up is fine', () =>
  onMarket(async (market) => {
    const { anna, ben, talk } = await startConversation(market)
    const transfer = 'Make the bank transfer to my account and I post it tomorrow'
    const either = 'You can send it by MB Way to my account, or bring cash'
    // Unchanged without payments.
    expect(await sendMessage(ben, talk, either)).toHaveLength(1)
    await market.owner`update private.order_settings set payments = 'test'`
    for (const words of [
      `${either}, please`,
      transfer,
      'Schick mir bitte PayPal, dann geht das Paket heute raus',
      'Envío mañana si me haces un bizum ahora',
      'Pode pagar por transferência bancária, mando logo a seguir',
      'Payez par virement et je poste le colis demain',
      'Let us deal outside the app, you pay less and we save the fee',
    ]) {
      expect([words, await sendMessage(ben, talk, words)]).toEqual([words, []])
    }
    const held = await ben.does(
      (sql) => sql`select distinct pattern from public.held_messages where conversation_id = ${talk}`,
    )
    expect(held).toEqual([{ pattern: 'pay_elsewhere' }])
    for (const words of [
      'I pay in cash when we meet on Saturday',
      'Can I pay with the Buy now button?',
      'Posso pagar em dinheiro quando nos encontrarmos',
      'I don’t do bank transfers, please buy it here',
    ]) {
      expect([words, await sendMessage(anna, talk, words)]).toMatchObject([words, [{ notice: null }]])
    }
  }))

test('after agreeing on a meet-up users can discuss payment there', () =>
  onMarket(async (market) => {
    const { anna, ben, deal } = await createDeal(market)
    await market.owner`update private.order_settings set payments = 'test'`
    const [{ talk = '' } = {}] = await market.owner<{ talk: string }[]>`
      select conversation_id as talk from public.deals where id = ${deal.id}`
    const words = 'You can send it by MB Way to my account, or bring cash'
    expect(await sendMessage(anna, talk, words)).toEqual([])
    await verbs.proposes(anna, deal.id, 30)
    await verbs.confirms(ben, deal.id, 30)
    expect(await sendMessage(anna, talk, words)).toHaveLength(1)
  }))
