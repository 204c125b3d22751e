import { expect, test } from 'vitest'
import { staticHtml } from '../../testing/static-html.tsx'
import { ProgressNote } from './ProgressNote.tsx'
import type { Progress } from './wording.ts'

const tickOf = (is: Progress) => /lucide-check[^"]*/.exec(staticHtml(<ProgressNote is={is} text="" />))?.[0]

test('the ticks of sent, delivered and read messages differ visually', () => {
  expect(tickOf('sent')).toMatch(/^lucide-check /)
  expect(tickOf('delivered')).toMatch(/^lucide-check-check /)
  expect(tickOf('delivered')).not.toContain('text-brand')
  expect(tickOf('read')).toMatch(/^lucide-check-check .*text-brand/)
})
