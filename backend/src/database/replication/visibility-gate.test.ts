import { expect, test, vi } from 'vitest'
import { VisibilityGate } from './visibility-gate.ts'

const log = { debug: () => undefined, warn: () => undefined }

/** A gate whose database snapshots are supplied one at a time. */
function aGate() {
  const answers: PromiseWithResolvers<string>[] = []
  let answered = 0
  const gate = new VisibilityGate({
    log,
    read() {
      const answer = Promise.withResolvers<string>()
      answers.push(answer)
      return answer.promise
    },
  })
  const passed: string[] = []
  return {
    gate,
    passed,
    asked: () => answers.length,
    tell: (name: string, transaction: number | null) => gate.pass(transaction, () => passed.push(name)),
    /** Answers the pending snapshot query, waiting for one if necessary. */
    async answer(snapshot: string | Error): Promise<void> {
      const count = answered
      answered += 1
      await vi.waitFor(() => expect(answers.length).toBeGreaterThan(count), 10_000)
      if (snapshot instanceof Error) answers[count]?.reject(snapshot)
      else answers[count]?.resolve(snapshot)
      await new Promise(setImmediate)
    },
  }
}

test('transactions that arrive together share one query and pass in order', async () => {
  const { tell, answer, asked, passed } = aGate()
  tell('a', 100)
  tell('b', 100)
  tell('position', null)
  tell('c', 101)
  await answer('102:102:')
  expect(passed).toEqual(['a', 'b', 'position', 'c'])
  expect(asked()).toBe(1)
})

test('a transaction not yet visible holds back itself and later ones until a retry sees it', async () => {
  const { tell, answer, passed } = aGate()
  tell('before', 99)
  tell('unseen', 100)
  tell('after', 101)
  tell('position', null)
  await answer('100:102:100')
  expect(passed).toEqual(['before'])
  await answer('100:102:100')
  expect(passed).toEqual(['before'])
  await answer('102:102:')
  expect(passed).toEqual(['before', 'unseen', 'after', 'position'])
})

test('transactions differ beyond 32 bits, although the WAL holds only the lower ones', async () => {
  const { tell, answer, passed } = aGate()
  const epoch = 5n << 32n
  tell('just before the turn', 2 ** 32 - 1)
  tell('just after it', 3)
  await answer(`${epoch}:${epoch + 1n}:`)
  expect(passed).toEqual(['just before the turn'])
  await answer(`${epoch + 4n}:${epoch + 4n}:`)
  expect(passed).toEqual(['just before the turn', 'just after it'])
})

test('a failed snapshot query is retried', async () => {
  const { tell, answer, passed } = aGate()
  tell('a', 100)
  await answer(new Error('away'))
  expect(passed).toEqual([])
  await answer('101:101:')
  expect(passed).toEqual(['a'])
})

test('nothing passes while held, not even a position, and clear discards what waits', async () => {
  const { gate, tell, answer, asked, passed } = aGate()
  gate.hold()
  tell('a', 100)
  tell('position', null)
  expect([asked(), passed]).toEqual([0, []])
  gate.clear()
  tell('b', 100)
  gate.release()
  await answer('101:101:')
  expect(passed).toEqual(['b'])
})

test('a position passes immediately when nothing waits', () => {
  const { tell, asked, passed } = aGate()
  tell('position', null)
  expect([asked(), passed]).toEqual([0, ['position']])
})
