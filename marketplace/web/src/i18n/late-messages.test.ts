import { join } from 'node:path'
import { expect, test } from 'vitest'
import { areasOf, withMessages } from '../../vite-messages.ts'

const SOURCE = join(import.meta.dirname, '..')

test('the code that runs before any page uses no messages beyond those of the frame', () => {
  expect(areasOf(join(SOURCE, 'main.tsx'))).toEqual([])
  expect(areasOf(join(SOURCE, 'start.tsx'))).toEqual([])
})

test('a lazily loaded part loads the messages of all its modules first', () => {
  expect(areasOf(join(SOURCE, 'features/support/ChatCard.tsx'))).toContain('support')
  const code = "const load = async () => (await import('./ChatCard.tsx')).ChatCard"
  const built = withMessages(join(SOURCE, 'features/support/SupportChat.tsx'), code)
  expect(built).toMatch(
    /\(await loadMessages\([^)]*"support"\)\.then\(\(\) => import\('\.\/ChatCard\.tsx'\)\)\)\.ChatCard/,
  )
  expect(built).toContain('import { loadMessages } from')
})

test('a part without messages waits for nothing', () => {
  const code = "import('../../contract/search/read-search.ts')"
  expect(withMessages(join(SOURCE, 'a.ts'), code)).toBe(code)
})
