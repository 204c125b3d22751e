import { expect, test } from 'vitest'
import { withCompiledEnglish } from '../../compiled-messages.ts'

test('a message that is said inside another one is compiled as well, and both stay where they belong', () => {
  const source = "const text = t('{things} to fix', { things: words[count] ?? t('{count} things', { count }) })"

  expect(withCompiledEnglish('/x.ts', source)).toBe(
    `const text = t('{things} to fix', { things: words[count] ?? t('{count} things', { count }, [["count"]," things"]) }, [["things"]," to fix"])`,
  )
})

test('a message without placeholders stays as it is', () => {
  expect(withCompiledEnglish('/x.ts', "const text = t('Nothing')")).toBe("const text = t('Nothing')")
})
