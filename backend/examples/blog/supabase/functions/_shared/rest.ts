const url = Deno.env.get('SUPABASE_URL')!
const key = Deno.env.get('SUPABASE_SERVICE_ROLE_KEY')!

export function rest(path: string, init: RequestInit = {}): Promise<Response> {
  const headers = { apikey: key, Authorization: `Bearer ${key}`, 'Content-Type': 'application/json', ...init.headers }
  return fetch(`${url}/rest/v1/${path}`, { ...init, headers })
}
