import fc from 'fast-check'
import { expect, test } from 'vitest'
import { operator } from '../server.ts'
import { aBucket } from './rooms.ts'

/** Names that conflict: folders that are also files, names that differ in case only, prefixes of each other. */
const key = fc.constantFrom('a', 'A', 'a.txt', 'b', 'a/b', 'a/b/c', 'A/b', 'a b/c', 'a/b2', 'z_z', 'zXz', '_/x')
const content = fc.string({ maxLength: 20 })

const action = fc.oneof(
  fc.record({ kind: fc.constant('upload' as const), key, content, upsert: fc.boolean() }),
  fc.record({ kind: fc.constant('update' as const), key, content }),
  fc.record({ kind: fc.constant('move' as const), key, to: key }),
  fc.record({ kind: fc.constant('copy' as const), key, to: key }),
  fc.record({ kind: fc.constant('remove' as const), keys: fc.array(key, { minLength: 1, maxLength: 3 }) }),
  fc.record({ kind: fc.constant('list' as const), folder: fc.constantFrom('', 'a', 'A/', 'a/b', 'nowhere') }),
)
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never

/** A model of a whole bucket in memory. */
type Model = Map<string, string>
type Room = ReturnType<ReturnType<typeof operator>['storage']['from']>

/** Applies an action to the model. @returns the protocol's status for it */
function applyToModel(model: Model, action: Exclude<Action, { kind: 'list' }>): string {
  switch (action.kind) {
    case 'upload':
      if (model.has(action.key) && !action.upsert) return '409'
      model.set(action.key, action.content)
      return 'done'
    case 'update':
      model.set(action.key, action.content)
      return 'done'
    case 'remove':
      for (const one of action.keys) model.delete(one)
      return 'done'
    default: {
      const source = model.get(action.key)
      if (source === undefined) return '404'
      if (action.kind === 'move' && action.to === action.key) return 'done'
      if (model.has(action.to)) return '409'
      model.set(action.to, source)
      if (action.kind === 'move') model.delete(action.key)
      return 'done'
    }
  }
}

async function applyToServer(room: Room, action: Exclude<Action, { kind: 'list' }>): Promise<string> {
  const perform = () => {
    switch (action.kind) {
      case 'upload':
        return room.upload(action.key, Buffer.from(action.content), { upsert: action.upsert })
      case 'update':
        return room.update(action.key, Buffer.from(action.content))
      case 'remove':
        return room.remove(action.keys)
      case 'move':
        return room.move(action.key, action.to)
      case 'copy':
        return room.copy(action.key, action.to)
    }
  }
  const { error } = await perform()
  return error === null ? 'done' : ((error as { statusCode?: string }).statusCode ?? error.message)
}

const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))

/** The listing of the first protocol: direct children of a folder, ignoring case, in one order. */
function childrenOf(model: Model, folder: string): string[] {
  const prefix = folder === '' || folder.endsWith('/') ? folder : `${folder}/`
  const hits = [...model.keys()].filter((name) => name.toLowerCase().startsWith(prefix.toLowerCase()))
  const paths = hits.map((name) => name.slice(prefix.length).split('/'))
  // Folders that differ in case are two; entries of the same name in them are two as well.
  const folders = new Set(paths.flatMap(([first = '', ...below]) => (below.length > 0 ? [first] : [])))
  const files = paths.flatMap(([first = '', ...below]) => (below.length > 0 ? [] : [first]))
  return [
    ...[...folders].map((name) => ({ isFolder: true, name })),
    ...files.map((name) => ({ isFolder: false, name })),
  ]
    .sort(
      (a, b) =>
        byBytes(a.name.toLowerCase(), b.name.toLowerCase()) ||
        byBytes(a.name, b.name) ||
        Number(b.isFolder) - Number(a.isFolder),
    )
    .map(({ isFolder, name }) => (isFolder ? `${name}/` : name))
}

async function listed(room: Room, folder: string): Promise<string[]> {
  const { data, error } = await room.list(folder)
  if (error) throw error
  return data.map(({ name, id }) => (id === null ? `${name}/` : name))
}

/** The listing of the second protocol, page by page. */
async function allKeys(room: Room, limit: number): Promise<string[]> {
  const names: string[] = []
  let cursor: string | undefined
  do {
    const { data, error } = await room.listV2({ limit, ...(cursor === undefined ? {} : { cursor }) })
    if (error) throw error
    names.push(...data.objects.map(({ name }) => name))
    cursor = data.nextCursor
  } while (cursor !== undefined)
  return names
}

test('any sequence of actions leaves the state of a plain in-memory map', { timeout: 120_000 }, async () => {
  const actions = fc.array(action, { minLength: 4, maxLength: 24 })
  await fc.assert(
    fc.asyncProperty(actions, fc.integer({ min: 1, max: 4 }), async (sequence, limit) => {
      const room = operator().storage.from(await aBucket())
      const model: Model = new Map()
      for (const action of sequence) {
        if (action.kind === 'list') expect(await listed(room, action.folder)).toEqual(childrenOf(model, action.folder))
        else expect(await applyToServer(room, action)).toBe(applyToModel(model, action))
      }
      expect(await allKeys(room, limit)).toEqual([...model.keys()].sort(byBytes))
      const contents = [...model].map(async ([name, expected]) => {
        const { data, error } = await room.download(name)
        expect(error).toBeNull()
        expect(await data?.text()).toBe(expected)
      })
      await Promise.all(contents)
    }),
    { numRuns: 10 },
  )
})

test('concurrent actions leave complete objects, each with the bytes of its row', {
  timeout: 120_000,
}, async () => {
  const changes = action.filter((one) => one.kind !== 'list')
  await fc.assert(
    fc.asyncProperty(fc.array(changes, { minLength: 20, maxLength: 40 }), async (sequence) => {
      const room = operator().storage.from(await aBucket())
      await Promise.all(sequence.map((one) => applyToServer(room, one)))
      const written = new Set(sequence.flatMap((one) => ('content' in one ? [one.content] : [])))
      for (const name of await allKeys(room, 1000)) {
        const [{ data }, { data: info }] = await Promise.all([room.download(name), room.info(name)])
        const text = (await data?.text()) ?? 'nothing to download'
        expect(written).toContain(text)
        expect(info?.size).toBe(Buffer.byteLength(text))
      }
    }),
    { numRuns: 5 },
  )
})
