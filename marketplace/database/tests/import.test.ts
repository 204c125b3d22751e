import type { TransactionSql } from 'souk-backend/postgres'
import { expect, test } from 'vitest'
import type { Refusal } from '../../contract/refusals/refusal.ts'
import { onMarket, type Person, said } from './database.ts'

interface Answer {
  key: string
  id: string | null
  state: string | null
  created: boolean
  /** The message for users. */
  problem: string | null
}

type Notification = Omit<Answer, 'problem'> & { problem: Refusal | null }

const AD = {
  category: 'armchairs',
  title: 'Reading chair in mustard corduroy',
  description: 'Bought two years ago, sat in on Sundays only. Comes with its cushion.',
  price_minor: 12_000,
  condition: 'good',
  city: 'Lisbon',
}
const WANTED = { ...AD, type: 'wanted', title: 'Looking for a reading chair', condition: null }

async function importRows(someone: Person, ads: object[], publish = false): Promise<Answer[]> {
  const [row] = await someone.does(
    (sql: TransactionSql) =>
      sql<
        { answers: Notification[] }[]
      >`select public.import_listings(${sql.json(ads as never)}, ${publish}) as answers`,
  )
  return (row?.answers ?? []).map((answer) => ({ ...answer, problem: said(answer.problem) }))
}

test('each row becomes a draft of the caller; importing it again changes nothing', () =>
  onMarket(async (market) => {
    const [anna, ben] = [await market.trusted('Anna'), await market.trusted('Ben')]
    const rows = [
      { key: 'A1', ...AD },
      { key: 'A2', ...AD, title: 'Second chair' },
    ]
    const first = await importRows(anna, rows)
    expect(first.map(({ state, created, problem }) => [state, created, problem])).toEqual([
      ['draft', true, null],
      ['draft', true, null],
    ])
    const again = await importRows(anna, rows)
    expect(again).toEqual(first.map((answer) => ({ ...answer, created: false })))
    const theirs = await importRows(ben, rows)
    expect(theirs[0]?.id).not.toBe(first[0]?.id)
    const own = await anna.does(
      (sql) => sql`select title from public.listings where seller_id = ${anna.id} order by title`,
    )
    expect(own).toEqual([{ title: AD.title }, { title: 'Second chair' }])
  }))

test('the quantity is imported too', () =>
  onMarket(async (market) => {
    const anna = await market.trusted('Anna')
    const answers = await importRows(anna, [
      { key: 'three', ...AD, quantity: 3 },
      { key: 'too many', ...AD, quantity: 1000 },
    ])
    expect(answers.map(({ problem }) => problem)).toEqual([null, 'One of the values can’t be saved.'])
    expect(await market.owner`select quantity from public.listings where id = ${answers[0]?.id ?? ''}`).toEqual([
      { quantity: 3 },
    ])
  }))

test('an invalid row reports its problem and does not affect others', () =>
  onMarket(async (market) => {
    const [anna, ben] = [await market.trusted('Anna'), await market.person('Ben')]
    const answers = await importRows(anna, [
      { ...AD },
      { key: 'bad', ...AD, category: 'no-such-category' },
      { key: 'worse', ...AD, price_minor: 'a lot' },
      { key: 'fine', ...AD, seller_id: ben.id, state: 'active' },
    ])
    expect(answers.map(({ state, problem }) => problem ?? state)).toEqual([
      'This row has no reference.',
      'One of the values can’t be saved.',
      'One of the values can’t be saved.',
      'draft',
    ])
    expect(await market.owner`select seller_id from public.listings where id = ${answers[3]?.id ?? ''}`).toEqual([
      { seller_id: anna.id },
    ])
  }))

test('rows without photos are published on request, within new account limits; others stay drafts', () =>
  onMarket(async (market) => {
    const ben = await market.person('Ben')
    const rows = [1, 2, 3, 4].map((number) => ({
      key: `W${number}`,
      ...WANTED,
      title: `Looking for reading chair ${number}`,
    }))
    const answers = await importRows(ben, [{ key: 'S', ...AD }, ...rows], true)
    expect(answers.map(({ state }) => state)).toEqual(['draft', 'active', 'active', 'active', 'draft'])
    expect(answers[0]?.problem).toContain('at least one photo')
    expect(answers[4]?.problem).toContain('New accounts can publish 3 ads a day')
  }))

test('a row whose ad was deleted is not recreated', () =>
  onMarket(async (market) => {
    const anna = await market.trusted('Anna')
    const [made] = await importRows(anna, [{ key: 'A1', ...AD }])
    await anna.does((sql) => sql`select public.delete_listing(${made?.id ?? ''})`)
    const [again] = await importRows(anna, [{ key: 'A1', ...AD }])
    expect(again).toMatchObject({ id: null, problem: expect.stringContaining('already imported and its ad deleted') })
  }))

test('visitors cannot import, and nobody more than 200 rows at a time', () =>
  onMarket(async (market) => {
    const anna = await market.person('Anna')
    const many = Array.from({ length: 201 }, (_, row) => ({ key: `${row}`, ...AD }))
    const refused = await anna.isRefused((sql) => sql`select public.import_listings(${sql.json(many)})`)
    expect(refused).toMatchObject({ code: 'SK128', message: 'Import 1 to 200 ads at a time.' })
    expect((await market.visitor.isRefused((sql) => sql`select public.import_listings('[]')`)).code).toBe('42501')
  }))
