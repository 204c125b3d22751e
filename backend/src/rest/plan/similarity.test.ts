import { expect, test } from 'vitest'
import { mostSimilar, similarity } from './similarity.ts'

test('similarity is 1 for equal names and 0 for names without a letter in common', () => {
  expect(similarity('books', 'books')).toBe(1)
  expect(similarity('abc', 'xyz')).toBe(0)
  expect(similarity('book', 'books')).toBe(0.8)
})

test('suggests the most similar name if it is similar enough', () => {
  expect(mostSimilar('messags', ['users', 'messages', 'message'], 0.75)).toBe('messages')
  expect(mostSimilar('overloaded_unnamed_integer', ['overloaded_unnamed_text'], 0.6)).toBe('overloaded_unnamed_text')
  expect(mostSimilar('zebra', ['users', 'messages'], 0.75)).toBeNull()
  expect(mostSimilar('x'.repeat(1_000_000), ['users'], 0)).toBeNull()
})
