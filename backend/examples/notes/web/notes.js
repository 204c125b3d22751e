// Plain fetch, to show the wire; any Supabase client library does the same with less.
const { publishableKey } = JSON.parse(document.querySelector('#app-config').textContent)
const status = document.querySelector('#status')
let token = publishableKey

async function call(method, path, body, headers = {}) {
  const response = await fetch(path, {
    method,
    headers: {
      apikey: publishableKey,
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      ...headers,
    },
    body: body && JSON.stringify(body),
  })
  const answer = await response.json().catch(() => null)
  if (!response.ok) throw new Error(answer?.msg ?? answer?.message ?? response.statusText)
  return answer
}

document.querySelector('#sign-in').addEventListener('submit', async (event) => {
  event.preventDefault()
  const account = Object.fromEntries(new FormData(event.target))
  try {
    const session = await call('POST', '/auth/v1/token?grant_type=password', account).catch(() =>
      call('POST', '/auth/v1/signup', account),
    )
    token = session.access_token
    event.target.hidden = true
    document.querySelector('#write').hidden = false
    await show()
  } catch (error) {
    status.textContent = error.message
  }
})

document.querySelector('#write').addEventListener('submit', async (event) => {
  event.preventDefault()
  try {
    await call('POST', '/rest/v1/notes', Object.fromEntries(new FormData(event.target)), { prefer: 'return=minimal' })
    event.target.reset()
    await show()
  } catch (error) {
    status.textContent = error.message
  }
})

async function show() {
  const notes = await call('GET', '/rest/v1/notes?select=body&order=created_at.desc&limit=50')
  status.textContent = notes.length === 0 ? 'No notes yet.' : ''
  document.querySelector('#notes').replaceChildren(
    ...notes.map(({ body }) => {
      const item = document.createElement('li')
      item.textContent = body
      return item
    }),
  )
}
