import { expect, test } from 'vitest'
import { DESCRIPTIONS, TITLES } from '../../contract/ads/ad-text.cases.ts'
import type { Refusal } from '../../contract/refusals/refusal.ts'
import { onMarket, said } from './database.ts'

/** The forms' rules are run against the same cases (contract/ads/ad-text.test.ts). */
test('the database applies the same title rules as the form', () =>
  onMarket(async ({ owner }) => {
    for (const [title, code] of TITLES) {
      const [row] = await owner<{ problem: Refusal | null }[]>`select private.title_problem(${title}) as problem`
      if (code === null) expect(row, title).toEqual({ problem: null })
      else expect(row?.problem?.code, title).toBe(code)
    }
  }))

test('the database applies the same description rules as the form', () =>
  onMarket(async ({ owner }) => {
    for (const [description, code] of DESCRIPTIONS) {
      const [row] = await owner<{ problem: Refusal | null }[]>`
        select private.description_problem(${description}) as problem`
      if (code === null) expect(row, description).toEqual({ problem: null })
      else expect(row?.problem?.code, description).toBe(code)
    }
  }))

test.each([
  ['all that a car needs', {}, null],
  ['a missing detail', { fuel: null }, 'Fill in “Fuel”'],
  ['a choice that the list does not have', { fuel: 'steam' }, 'Choose “Fuel” from the list'],
  ['a year before there were cars', { reg_year: 1066 }, '“First registered” must be 1950 or more'],
  ['half a kilometre', { mileage_km: 1.5 }, 'whole number'],
  ['words where a number belongs', { mileage_km: 'few' }, 'must be a number'],
  ['too long a text', { model: 'x'.repeat(121) }, 'to 120 characters'],
  ['a phone number among the details', { model: 'Polo, call 912 345 678' }, 'Remove the phone number from “Model”'],
])('the attributes of a car with %s', (_, change, words) =>
  onMarket(async ({ owner }) => {
    const car = { make: 'volkswagen', model: 'Polo', reg_year: 2012, mileage_km: 91_000, fuel: 'petrol', ...change }
    const judge = (type: string) =>
      owner<
        { problem: Refusal | null }[]
      >`select private.attributes_problem('cars', ${type}, ${owner.json(car)}) as problem`
    const [row] = await judge('sell')
    if (words === null) expect(row).toEqual({ problem: null })
    else expect(said(row?.problem)).toContain(words)
    // A wanted ad need not specify everything.
    if (words?.startsWith('Fill in')) expect(await judge('wanted')).toEqual([{ problem: null }])
  }),
)

test('a price far below all sales of a category is refused, once there are enough sales', () =>
  onMarket(async ({ owner }) => {
    const judge = async (category: string, price: number, type = 'sell') => {
      const [row] = await owner<{ problem: Refusal | null }[]>`
        select private.lure_price_problem(${category}, ${type}, 'fixed', ${price}) as problem`
      return said(row?.problem)
    }
    await owner`delete from public.sold_comps where category = 'cars'`
    expect(await judge('cars', 100)).toBeNull()
    await owner`
      insert into public.sold_comps (category, condition, price_minor, currency, sold_at)
      select 'cars', 'good', 90000 + 1000 * n, 'EUR', now() - interval '1 day' from generate_series(1, 8) as n`
    expect(await judge('cars', 100)).toContain('sold for about €945.')
    expect(await judge('cars', 40_000)).toBeNull()
    expect(await judge('cars', 100, 'wanted')).toBeNull()
    expect(await judge('no-such-category', 100)).toBeNull()
  }))
