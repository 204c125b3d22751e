import { hash } from '@node-rs/argon2'
import type { TransactionSql } from 'souk-backend/postgres'
import { type DemoData, type DemoSeller, demoId, hoursAgo, picturePath } from './demo-data.ts'

/** One password for all demo users; it gives access to the demo only. */
export const DEMO_PASSWORD = 'bazaar-lantern-7'

/** Sellers with ads, open chats and reviews: good accounts for exploring the demo. */
const SHOWN_SIGN_INS = ['s01', 's04', 's05'] as const

/** The accounts that the startup banner names. */
export function demoSignIns(data: DemoData): { email: string; password: string; name: string }[] {
  return SHOWN_SIGN_INS.map((id) => {
    const seller = data.sellers.find((candidate) => candidate.id === id)
    if (!seller) throw new Error(`The demo data has no seller ${id}`)
    return { email: demoEmail(seller), password: DEMO_PASSWORD, name: seller.display_name }
  })
}

/** Under example.com, which RFC 2606 reserves: no email can reach a stranger. */
function demoEmail(seller: DemoSeller): string {
  const name = seller.display_name
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z]+/g, '-')
    .replace(/^-|-$/g, '')
  return `${name}@example.com`
}

/**
 * Accounts, identities and profiles. The sign-up trigger creates the profile; the rest of its data is added here. Throwaway accounts, the scammers of
 * the chats, have no password and cannot sign in.
 */
export async function insertPeople(sql: TransactionSql, data: DemoData, now: Date): Promise<void> {
  const passwordHash = await hash(DEMO_PASSWORD, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  const people = [
    ...data.sellers.map((seller) => ({ ...account(seller, demoEmail(seller), now), encrypted_password: passwordHash })),
    ...data.throwaways.map((throwaway) => account(throwaway, `${throwaway.id}@example.net`, now)),
  ]
  await sql`
    insert into auth.users (id, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, created_at, updated_at)
    select id, email, encrypted_password, email_confirmed_at, raw_app_meta_data, raw_user_meta_data, created_at, created_at
    from jsonb_populate_recordset(null::auth.users, ${sql.json(people)})
    on conflict do nothing`
  await sql`
    insert into auth.identities (provider_id, user_id, identity_data, provider, created_at, updated_at)
    select person.id::text, person.id, jsonb_build_object('sub', person.id, 'email', person.email, 'email_verified', true),
      'email', person.created_at, person.created_at
    from jsonb_populate_recordset(null::auth.users, ${sql.json(people)}) as person
    on conflict do nothing`
  await sql`
    update public.profiles profile set
      display_name = given.display_name, bio = given.bio, locale = given.locale, city = given.city, area = given.area,
      lat = given.lat, lng = given.lng, avatar_path = given.avatar_path, seller_type = given.seller_type,
      trust_level = given.trust_level, is_demo = true, phone_verified_at = given.phone_verified_at,
      id_verified_at = given.id_verified_at, business_verified_at = given.business_verified_at
    from jsonb_populate_recordset(null::public.profiles, ${sql.json(profiles(data, now))}) as given
    where profile.id = given.id`
  for (const { id, away } of data.sellers) {
    if (away) await sendAway(sql, id, away, now)
  }
}

async function sendAway(
  sql: TransactionSql,
  person: string,
  { since_days, until_days, note }: NonNullable<DemoSeller['away']>,
  now: Date,
): Promise<void> {
  const from = hoursAgo(since_days * 24, now).slice(0, 10)
  const until = hoursAgo(-until_days * 24, now).slice(0, 10)
  await sql`insert into private.vacations (seller_id, away_from, away_until) values (${demoId(person)}, ${from}, ${until})`
  await sql`
    update public.sellers set away_from = ${from}, away_until = ${until}, away_note = ${note} where id = ${demoId(person)}`
}

function account(person: { id: string; display_name: string; joined_days_ago: number }, email: string, now: Date) {
  const joined = hoursAgo(person.joined_days_ago * 24 + 1, now)
  return {
    id: demoId(person.id),
    email,
    email_confirmed_at: joined,
    raw_app_meta_data: {
      provider: 'email',
      providers: ['email'],
      demo: true,
      ...(person.id.startsWith('x') ? { throwaway: true } : {}),
    },
    raw_user_meta_data: { first_name: person.display_name.split(' ')[0], role: 'shipper' },
    created_at: joined,
  }
}

function profiles(data: DemoData, now: Date) {
  const sellers = data.sellers.map((seller) => ({
    bio: seller.bio,
    locale: seller.language,
    city: seller.city,
    area: seller.area,
    lat: seller.lat,
    lng: seller.lng,
    avatar_path: seller.avatar ? picturePath(seller.id, seller.avatar) : null,
    seller_type: seller.seller_type,
    ...standing(seller, now),
  }))
  const throwaways = data.throwaways.map((throwaway) => ({
    bio: '',
    locale: 'en',
    city: '',
    area: '',
    seller_type: 'private',
    ...standing(throwaway, now),
  }))
  return [...sellers, ...throwaways]
}

type Person = Pick<DemoSeller, 'id' | 'display_name' | 'trust_level' | 'verified' | 'joined_days_ago'>

function standing(person: Person, now: Date) {
  const since = hoursAgo(person.joined_days_ago * 24, now)
  return {
    id: demoId(person.id),
    display_name: person.display_name,
    trust_level: person.trust_level,
    phone_verified_at: person.verified.phone ? since : null,
    id_verified_at: person.verified.id ? since : null,
    business_verified_at: person.verified.business ? since : null,
  }
}
