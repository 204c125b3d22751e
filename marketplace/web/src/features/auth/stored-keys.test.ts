import { expect, test } from 'vitest'
import { clearStoredAuthKeys } from './stored-keys.ts'

/** Storage with its keys as own properties, as in browsers. */
function createStorage(content: Record<string, string>): Storage {
  return Object.assign(
    Object.create({
      removeItem(this: Record<string, string>, key: string) {
        delete this[key]
      },
    }),
    content,
  ) as Storage
}

test('removes every auth key and keeps everything else', () => {
  const local = createStorage({
    'sb-localhost-auth-token': '1',
    'sb-localhost-auth-token-code-verifier': '2',
    'supabase.auth.token': '3',
    theme: 'dark',
    'absb-x': '4',
  })
  const tab = createStorage({ 'sb-other-auth-token': '5', 'return-to': '/post' })
  clearStoredAuthKeys([local, tab, undefined])
  expect({ ...local }).toEqual({ theme: 'dark', 'absb-x': '4' })
  expect({ ...tab }).toEqual({ 'return-to': '/post' })
})
