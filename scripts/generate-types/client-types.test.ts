import { createClient } from '@supabase/supabase-js'
import { expect, expectTypeOf, test } from 'vitest'
import {
  type CompositeTypes,
  Constants,
  type Database,
  type Enums,
  type Json,
  type Tables,
  type TablesInsert,
  type TablesUpdate,
} from './fixture/shop.types.ts'

/**
 * The types that the unmodified client infers from generated types, checked by the compiler (`npm run check:types`); no request is sent.
 * `Awaited<typeof query>['data']` is the type of the awaited data.
 */
/** The client's type for a mistake in a select. */
type SelectQueryError<Message extends string> = { error: true } & Message

const shop = createClient<Database>('http://localhost', 'key')

type Data<Query extends PromiseLike<{ data: unknown }>> = NonNullable<Awaited<Query>['data']>

test('rows have the selected columns', () => {
  const things = shop.from('things').select('id, price, "Odd name", held, label:price_text')
  expectTypeOf<Data<typeof things>[number]>().toEqualTypeOf<{
    id: number
    price: number
    'Odd name': string | null
    held: string | null
    label: string | null
  }>()
  const makers = shop.from('makers').select('mood, moods, box, settings').single()
  expectTypeOf<Data<typeof makers>>().toEqualTypeOf<{
    mood: Enums<'mood'>
    moods: Enums<'mood'>[] | null
    box: CompositeTypes<'size'> | null
    settings: Json
  }>()
})

test('unknown columns are errors that name them', () => {
  const wrong = shop.from('things').select('id, prise')
  expectTypeOf<Data<typeof wrong>[number]>().toEqualTypeOf<
    SelectQueryError<"column 'prise' does not exist on 'things'.">
  >()
  // @ts-expect-error so it has no rows
  const rows: { prise: number }[] | null = null as Awaited<typeof wrong>['data']
  expect(rows).toBeNull()
  const unrelated = shop.from('tags').select('label, passports(number)')
  // @ts-expect-error no relationship leads there
  const number: string | undefined = (null as Awaited<typeof unrelated>['data'])?.[0]?.passports.number
  expect(number).toBeUndefined()
  // @ts-expect-error no such table
  shop.from('thing')
  // @ts-expect-error no such function
  shop.rpc('find_thing')
  // @ts-expect-error no such column
  shop.from('things').insert({ maker_id: 1, price: 2, prise: 3 })
  // @ts-expect-error no such column
  shop.from('things').update({ prise: 3 })
  // @ts-expect-error a price is a number
  shop.from('things').select().eq('price', 'two')
  // @ts-expect-error things are not exposed there
  shop.schema('private')
})

test('a domain with a custom JSON representation is typed as any JSON, also in writes', () => {
  const query = shop.from('makers').select('colour')
  expectTypeOf<Data<typeof query>[number]>().toEqualTypeOf<{ colour: Json }>()
  shop.from('makers').update({ colour: '#ff0000' })
})

test('a star selects every column but no computed field, which must be selected by name', () => {
  const all = shop.from('makers').select('*')
  expectTypeOf<Data<typeof all>[number]>().toEqualTypeOf<Omit<Tables<'makers'>, 'shout'>>()
  const computed = shop.from('makers').select('id, shout')
  expectTypeOf<Data<typeof computed>[number]>().toEqualTypeOf<{ id: number; shout: string | null }>()
})

test('embeds are an object for to-one and an array for to-many', () => {
  const query = shop
    .from('things')
    .select('id, makers(name, passports(number), mentor:mentor_id(name)), tags(label), ...makers(maker_name:name)')
  expectTypeOf<Data<typeof query>[number]>().toEqualTypeOf<{
    id: number
    makers: { name: string; passports: { number: string } | null; mentor: { name: string } | null }
    tags: { label: string }[]
    maker_name: string
  }>()
  const back = shop.from('makers').select('name, things(price), thing_prices:things!inner(price)')
  expectTypeOf<Data<typeof back>[number]>().toEqualTypeOf<{
    name: string
    things: { price: number }[]
    thing_prices: { price: number }[]
  }>()
})

test('computed relationships are embeds', () => {
  const query = shop.from('makers').select('id, newest_thing(price), all_things(id)')
  expectTypeOf<Data<typeof query>[number]>().toEqualTypeOf<{
    id: number
    newest_thing: { price: number } | null
    all_things: { id: number }[]
  }>()
})

test('functions have typed arguments, overloads and results', () => {
  const rows = shop.rpc('find_things', { words: 'x' }).select('id, makers(name)')
  expectTypeOf<Data<typeof rows>[number]>().toEqualTypeOf<{ id: number; makers: { name: string } }>()
  const one = shop.rpc('one_maker', { wanted: 1 })
  expectTypeOf<Data<typeof one>>().toEqualTypeOf<Tables<'makers'>>()
  const number = shop.rpc('over', { a: 1 })
  expectTypeOf<Data<typeof number>>().toEqualTypeOf<number>()
  const text = shop.rpc('over', { a: 1, b: 'x' })
  expectTypeOf<Data<typeof text>>().toEqualTypeOf<string>()
  const totals = shop.rpc('totals')
  expectTypeOf<Data<typeof totals>>().toEqualTypeOf<{ mood: Enums<'mood'>; things: number }[]>()
  const split = shop.rpc('split', { whole: 'x' })
  expectTypeOf<Data<typeof split>>().toEqualTypeOf<{ head: string; tail: string }>()
  // @ts-expect-error the argument is a text
  shop.rpc('find_things', { words: 1 })
})

test('writes accept writable columns', () => {
  shop.from('things').insert({ maker_id: 1, price: 2 })
  // @ts-expect-error maker_id has no default
  shop.from('things').insert({ price: 2 })
  // @ts-expect-error price_text is generated
  shop.from('things').insert({ maker_id: 1, price: 2, price_text: '2' })
  // @ts-expect-error an identity that is always generated
  shop.from('makers').update({ id: 5 })
  // @ts-expect-error no such label
  shop.from('makers').update({ mood: 'wild' })
  shop.from('makers').update({ mood: 'calm' }).eq('mood', 'calm')
  shop.from('cheap_things').insert({ maker_id: 1, price: 2 })
  expectTypeOf<TablesInsert<'passports'>>().toEqualTypeOf<{ maker_id: number; number: string }>()
  expectTypeOf<TablesUpdate<'passports'>>().toEqualTypeOf<{ maker_id?: number; number?: string }>()
})

test('views have the relationships of their tables', () => {
  const query = shop.from('cheap_things').select('id, makers(name, passports(number))')
  expectTypeOf<Data<typeof query>[number]>().toEqualTypeOf<{
    id: number | null
    makers: { name: string; passports: { number: string } | null } | null
  }>()
  const back = shop.from('makers').select('cheap_things(price), things(price)')
  expectTypeOf<Data<typeof back>[number]>().toEqualTypeOf<{
    cheap_things: { price: number | null }[]
    things: { price: number }[]
  }>()
})

test('views are read like tables, and the helpers include them', () => {
  const query = shop.from('makers_per_mood').select('mood, makers')
  expectTypeOf<Data<typeof query>[number]>().toEqualTypeOf<Tables<'makers_per_mood'>>()
  expectTypeOf<Tables<{ schema: 'public' }, 'tags'>>().toEqualTypeOf<{ label: string }>()
  // @ts-expect-error a view that groups cannot be written
  expectTypeOf<TablesInsert<'makers_per_mood'>>().not.toBeNever()
})

test('the labels of an enum are also values', () => {
  expect(Constants.public.Enums.mood).toEqual(['calm', 'it\'s "loud"'])
  expectTypeOf<(typeof Constants.public.Enums.mood)[number]>().toEqualTypeOf<Enums<'mood'>>()
})
