import { expect, test } from 'vitest'
import { onMarket, type Person } from './database.ts'

type Sql = Parameters<Parameters<Person['does']>[0]>[0]

const declare =
  (certified = true, phone = '+351 912 345 678') =>
  (sql: Sql) =>
    sql`
    select public.declare_trader('Lanterna Lda', 'Rua das Flores 12, 1200-195 Lisboa', 'shop@lanterna.example', ${phone},
      '509 000 000', null, ${certified})`

test('business details are public', () =>
  onMarket(async (market) => {
    const anna = await market.trusted('Anna')
    await anna.does(declare())
    for (const person of [anna, market.visitor]) {
      expect(
        await person.does(
          (sql) => sql`select legal_name, register_no, vat_no from public.traders where id = ${anna.id}`,
        ),
      ).toEqual([{ legal_name: 'Lanterna Lda', register_no: '509 000 000', vat_no: null }])
    }
    expect(
      await market.visitor.does((sql) => sql`select seller_type from public.sellers where id = ${anna.id}`),
    ).toEqual([{ seller_type: 'business' }])
    expect((await market.visitor.isRefused(declare())).code).toBe('42501')
  }))

test('details must be complete and certified, and can only be written through the function', () =>
  onMarket(async (market) => {
    const [anna, ben] = [await market.trusted('Anna'), await market.trusted('Ben')]
    expect((await anna.isRefused(declare(false))).message).toMatch(/^Confirm/)
    expect((await anna.isRefused(declare(true, '912 345 678'))).message).toContain('with its country')
    await anna.does(declare())
    for (const action of [
      (sql: Sql) => sql`update public.traders set legal_name = 'Somebody else'`,
      (sql: Sql) => sql`delete from public.traders`,
      (sql: Sql) => sql`update public.profiles set seller_type = 'business' where id = ${ben.id}`,
    ]) {
      for (const person of [anna, ben]) expect((await person.isRefused(action)).code).toBe('42501')
    }
  }))

test('a business with available ads cannot become private', () =>
  onMarket(async (market) => {
    const anna = await market.trusted('Anna')
    await anna.does(declare())
    const ad = await market.adOf(anna)
    const end = (sql: Sql) => sql`select public.end_trader()`
    expect((await anna.isRefused(end)).code).toBe('SK415')
    await anna.does((sql) => sql`select public.mark_listing_sold(${ad})`)
    await anna.does(end)
    expect(await anna.does((sql) => sql`select seller_type from public.sellers where id = ${anna.id}`)).toEqual([
      { seller_type: 'private' },
    ])
    expect(await anna.does((sql) => sql`select from public.traders where id = ${anna.id}`)).toHaveLength(0)
  }))
