import { createClient } from '@supabase/supabase-js'
import { loadConfig } from 'souk-backend'
import { openKeyring } from 'souk-backend/testing'

/**
 * `npm run role -- somebody@example.com moderator`: sets a user's role on the running server. Creates the first administrator; holders of
 * the secret key could do the same over the data API.
 */
const ROLES = ['member', 'business', 'moderator', 'admin']
const [email, role] = process.argv.slice(2)
if (!email || !role || !ROLES.includes(role)) {
  console.error(`Say who and what: npm run role -- somebody@example.com ${ROLES.join('|')}`)
  process.exit(1)
}

const config = loadConfig(process.env)
const { publicUrl: url } = config
const { secretKey } = (await openKeyring(config)).apiKeys
const client = createClient(url, secretKey, { auth: { persistSession: false, autoRefreshToken: false } })
const person = await idOf(email)
const { data, error } = await client.from('profiles').update({ role }).eq('id', person).select('display_name').single()
if (error) fail(`The role was not set: ${error.message}`)
console.log(`${data.display_name} (${email}) is now ${role}.`)

async function idOf(address: string): Promise<string> {
  const query = new URLSearchParams({ filter: address })
  const answer = await fetch(`${url}/auth/v1/admin/users?${query}`, {
    headers: { apikey: secretKey, authorization: `Bearer ${secretKey}` },
  }).catch(() => fail(`No server answers at ${url}. Start it first; it may stay running.`))
  const { users } = (await answer.json()) as { users?: { id: string; email: string }[] }
  const found = users?.find((user) => user.email === address.toLowerCase())
  return found?.id ?? fail(`Nobody has an account with ${address}.`)
}

function fail(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}
