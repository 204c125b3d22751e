import { expect, onTestFinished, test, vi } from 'vitest'
import { start } from './start.tsx'

vi.mock('./start.tsx', () => ({ start: vi.fn() }))
vi.mock('./i18n/language.ts', () => ({ openLanguage: () => Promise.resolve() }))

test('the app starts only when the whole document is there', async () => {
  const page = Object.assign(new EventTarget(), { readyState: 'loading', getElementById: () => null })
  const listen = vi.spyOn(page, 'addEventListener')
  vi.stubGlobal('document', page)
  onTestFinished(() => void vi.unstubAllGlobals())

  await import('./main.tsx')
  await vi.waitFor(() => expect(listen).toHaveBeenCalledOnce())
  expect(start).not.toHaveBeenCalled()

  page.dispatchEvent(new Event('DOMContentLoaded'))
  await vi.waitFor(() => expect(start).toHaveBeenCalledOnce())
})
