import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import { expect, test } from 'vitest'
import { LANGUAGES } from '../../../contract/languages.ts'
import { partsOf } from '../../message-parts.ts'
import { messagesIn } from '../../messages-in.ts'

const contract = import.meta.glob<string>(['../../../contract/*.ts', '!../../../contract/*.test.ts'], {
  query: '?raw',
  import: 'default',
  eager: true,
})
const serverSide = import.meta.glob<string>(
  ['../../../{jobs,documents,functions}/**/*.ts', '!../../../{jobs,documents,functions}/**/*.test.ts'],
  { query: '?raw', import: 'default', eager: true },
)
/** What is said, by the part of `contract/words` that has it. What is `shared` is said to pages and in mails. */
const said = { shared: messagesOf(contract), server: messagesOf(serverSide) }
const words = import.meta.glob<Record<string, string>>('../../../contract/words/{shared,server}/*.json', {
  import: 'default',
  eager: true,
})
const pages = import.meta.glob<Record<string, string>>('./catalogues/*.json', { import: 'default', eager: true })
const catalogues = LANGUAGES.filter(({ code }) => code !== 'en').flatMap(({ code }) =>
  (['shared', 'server'] as const).map((part) => ({
    part,
    code,
    catalogue: words[`../../../contract/words/${part}/${code}.json`] ?? {},
  })),
)

function messagesOf(sources: Readonly<Record<string, string>>): ReadonlySet<string> {
  return new Set(
    Object.entries(sources)
      .flatMap(([file, code]) => messagesIn(file, code))
      .map(({ message }) => message),
  )
}

/** A message of the server's own that the contract says as well stands with the contract's. */
const isOwnTo = (part: 'shared' | 'server', message: string) => part === 'shared' || !said.shared.has(message)

test.each(catalogues)(
  '$part/$code says everything that the server says, and keeps nothing else',
  ({ part, catalogue }) => {
    const wanted = [...said[part]].filter((message) => isOwnTo(part, message))
    expect(wanted.filter((message) => !catalogue[message]?.trim())).toEqual([])
    expect(Object.keys(catalogue).filter((message) => !wanted.includes(message))).toEqual([])
  },
)

test.each(catalogues)('$part/$code fills the placeholders of every message, and no others', ({ catalogue }) => {
  const differing = Object.entries(catalogue).filter(
    ([message, translation]) => partsOf(message).join() !== partsOf(translation).join(),
  )
  expect(differing).toEqual([])
})

test.each(catalogues)('$part/$code says the same as the pages where both say a thing', ({ code, catalogue }) => {
  const page = pages[`./catalogues/${code}.json`] ?? {}
  const differing = Object.entries(catalogue).filter(([message, said]) => (page[message] ?? said) !== said)
  expect(differing.map(([message, said]) => ({ message, server: said, page: page[message] }))).toEqual([])
})

test('every message of the server compiles', () => {
  expect(said.shared.size).toBeGreaterThan(80)
  for (const message of [...said.shared, ...said.server])
    expect(() => compileMessageOrThrow(message), message).not.toThrow()
})
