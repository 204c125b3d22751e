import { join } from 'node:path'
import { expect, test } from 'vitest'
import { areasOf, withMessages } from '../../vite-messages.ts'

const SOURCE = join(import.meta.dirname, '..')

test('what is there before a page says nothing but the messages that are loaded before it', () => {
  expect(areasOf(join(SOURCE, 'main.tsx'))).toEqual([])
  expect(areasOf(join(SOURCE, 'start.tsx'))).toEqual([])
})

test('a part that is loaded late has the messages of all that comes with it first', () => {
  expect(areasOf(join(SOURCE, 'features/support/ChatCard.tsx'))).toContain('support')
  const code = "const load = async () => (await import('./ChatCard.tsx')).ChatCard"
  const built = withMessages(join(SOURCE, 'features/support/SupportChat.tsx'), code)
  expect(built).toMatch(
    /\(await loadMessages\([^)]*"support"\)\.then\(\(\) => import\('\.\/ChatCard\.tsx'\)\)\)\.ChatCard/,
  )
  expect(built).toContain('import { loadMessages } from')
})

test('a part that says nothing of its own waits for nothing', () => {
  const code = "import('../../contract/search/read-search.ts')"
  expect(withMessages(join(SOURCE, 'a.ts'), code)).toBe(code)
})
