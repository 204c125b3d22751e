import { expect, test } from 'vitest'
import { applying } from '../../../contract/help/article.ts'
import { readHelp } from '../../../contract/help/read-help.ts'
import { answerable, INSTEAD } from './instead.ts'
import { intentsOf } from './understand.ts'

const articles = readHelp('en')
const idsWith = (payments: 'off' | 'test') => applying(articles, payments).map(({ id }) => id)
const intents = intentsOf('the seller refuses to give my money back')

test('every article that requires payments has a replacement', () => {
  const added = idsWith('test').filter((id) => !idsWith('off').includes(id))
  expect(Object.keys(INSTEAD).sort()).toEqual(added.sort())
  expect(Object.values(INSTEAD).filter((id) => !idsWith('off').includes(id))).toEqual([])
})

test('no article hidden by the setting is chosen', () => {
  const hidden = [...answerable(intents, 'off').keys()].filter((label) => label in INSTEAD)
  expect(hidden).toEqual([])
  expect(answerable(intents, undefined)).toEqual(answerable(intents, 'off'))
  expect(answerable(intents, 'test')).toBe(intents)
})

test('the likelihood of a hidden article counts for its replacement', () => {
  const said = new Map([
    ['disputes', 0.6],
    ['complain', 0.3],
    ['find', 0.1],
  ])
  const counted = answerable(said, 'off')
  expect(counted.get('complain')).toBeCloseTo(0.9)
  expect(counted.get('find')).toBe(0.1)
})
