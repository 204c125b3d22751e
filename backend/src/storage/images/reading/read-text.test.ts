import { expect, test } from 'vitest'
import { isRecogniserInstalled, RECOGNISER_MISSING } from './read-text.ts'

test('text is read only if the recogniser and its data are installed, and otherwise the log says what to install', () => {
  expect(isRecogniserInstalled()).toBe(true)
  for (const missing of ['tesseract.js', '@tesseract.js-data/eng/package.json']) {
    const find = (name: string) => {
      if (name === missing) throw new Error('not found')
      return name
    }
    expect(isRecogniserInstalled(find)).toBe(false)
    expect(RECOGNISER_MISSING).toContain(missing.replace('/package.json', ''))
  }
})
