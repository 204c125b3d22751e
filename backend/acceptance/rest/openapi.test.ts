import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { target } from '../server.ts'
import { type ServerWithOptions, startWithOptions } from './switched-on.ts'
import { ask } from './wire.ts'

interface Document {
  swagger: string
  info: Record<string, string>
  host: string
  basePath: string
  paths: Record<string, Record<string, { parameters: unknown[]; tags: string[] }>>
  definitions: Record<string, { required?: string[]; properties: Record<string, Record<string, unknown>> }>
  parameters: Record<string, Record<string, unknown>>
}

const describeAs = async (headers: Record<string, string> = {}) => (await ask('', { headers })).json as Document

describe('the root describes the API', () => {
  test('as Swagger 2.0, at its public URL', async () => {
    const { status, headers, json } = await ask('')
    expect([status, headers.get('content-type')]).toEqual([200, 'application/openapi+json; charset=utf-8'])
    const { host, pathname } = new URL(`${target().url}/rest/v1`)
    expect(json).toMatchObject({ swagger: '2.0', host, basePath: pathname, schemes: ['http'] })
    expect((await ask('', { method: 'HEAD' })).text).toBe('')
    expect((await ask('', { headers: { Accept: 'application/openapi+json' } })).status).toBe(200)
    expect((await ask('', { headers: { Accept: 'text/csv' } })).json).toMatchObject({ code: 'PGRST107' })
    expect((await ask('', { method: 'POST' })).json).toMatchObject({ code: 'PGRST117' })
  })

  test('with the types, keys, defaults and required flag of each column', async () => {
    const { definitions } = await describeAs()
    expect(definitions.library_loans).toEqual({
      type: 'object',
      required: ['id', 'book_id', 'borrower_id'],
      properties: {
        id: { format: 'integer', type: 'integer', description: 'Note:\nThis is a Primary Key.<pk/>' },
        book_id: {
          format: 'integer',
          type: 'integer',
          description: "Note:\nThis is a Foreign Key to `library_books.id`.<fk table='library_books' column='id'/>",
        },
        borrower_id: {
          format: 'integer',
          type: 'integer',
          description: "Note:\nThis is a Foreign Key to `library_members.id`.<fk table='library_members' column='id'/>",
        },
        lender_id: {
          format: 'integer',
          type: 'integer',
          description: "Note:\nThis is a Foreign Key to `library_members.id`.<fk table='library_members' column='id'/>",
        },
        returned: { format: 'boolean', type: 'boolean' },
      },
    })
    expect(definitions.library_members?.properties).toMatchObject({
      tags: { format: 'text[]', type: 'array', items: { type: 'string' } },
      settings: { format: 'jsonb', default: {} },
      balance: { format: 'numeric', type: 'number', default: 0 },
    })
    expect(definitions.library_books?.properties.state).toEqual({ format: 'text', type: 'string', default: 'shelf' })
  })

  test('with the methods that each relation has, and the parameters of each', async () => {
    const { paths, parameters } = await describeAs()
    expect(Object.keys(paths['/library_books'] ?? {})).toEqual(['get', 'post', 'delete', 'patch'])
    expect(Object.keys(paths['/library_shelf'] ?? {})).toEqual(['get'])
    expect(paths['/library_books']?.get?.parameters).toContainEqual({
      $ref: '#/parameters/rowFilter.library_books.title',
    })
    expect(parameters['rowFilter.library_books.title']).toEqual({
      name: 'title',
      required: false,
      format: 'text',
      in: 'query',
      type: 'string',
    })
    expect(parameters['body.library_books']).toMatchObject({ schema: { $ref: '#/definitions/library_books' } })
  })

  test('with its functions: by POST, and by GET where they are read-only', async () => {
    const { paths } = await describeAs()
    expect(Object.keys(paths['/rpc/library_add'] ?? {})).toEqual(['get', 'post'])
    expect(Object.keys(paths['/rpc/library_retitle'] ?? {})).toEqual(['post'])
    expect(paths['/rpc/library_add']?.get?.parameters).toEqual([
      { name: 'a', in: 'query', required: true, format: 'integer', type: 'integer' },
      { name: 'b', in: 'query', required: false, format: 'integer', type: 'integer' },
    ])
    expect(paths['/rpc/library_add']?.post?.parameters[0]).toEqual({
      name: 'args',
      in: 'body',
      required: true,
      schema: {
        type: 'object',
        required: ['a'],
        properties: { a: { format: 'integer', type: 'integer' }, b: { format: 'integer', type: 'integer' } },
      },
    })
  })

  test('within the caller’s privileges', async () => {
    const anonymous = await describeAs()
    expect(anonymous.definitions).not.toHaveProperty('library_safe')
    expect(anonymous.paths).not.toHaveProperty('/rpc/library_nothing')
    expect(anonymous.paths).not.toHaveProperty('/library_visits_2026')
    const operator = await describeAs({ apikey: target().secretKey })
    expect(operator.definitions).toHaveProperty('library_safe')
    expect(operator.paths).toHaveProperty('/rpc/library_nothing')
  })
})

describe('other configurations', () => {
  let server: ServerWithOptions
  beforeAll(async () => {
    server = await startWithOptions({ REST_OPENAPI: 'ignore-privileges' })
  })
  afterAll(() => server.close())

  test('a second schema has a separate document, titled by its comment', async () => {
    const response = await server.ask('', { headers: { 'Accept-Profile': 'annex' } })
    const { info, definitions, paths } = (await response.json()) as Document
    expect(response.headers.get('content-profile')).toBe('annex')
    expect(info).toMatchObject({ title: 'The annex', description: 'What does not fit into the library.' })
    expect(Object.keys(definitions)).toEqual(['library_tools'])
    expect(Object.keys(paths)).toEqual([
      '/',
      '/library_tools',
      '/rpc/library_path',
      '/rpc/library_schema_name',
      '/rpc/library_where',
    ])
  })

  test('privileges can be ignored', async () => {
    expect(((await (await server.ask('')).json()) as Document).definitions).toHaveProperty('library_safe')
  })

  test('the description can be disabled', async () => {
    const silent = await startWithOptions({ REST_OPENAPI: 'disabled' })
    try {
      const response = await silent.ask('')
      expect([response.status, await response.json()]).toEqual([
        404,
        { code: 'PGRST126', message: 'Root endpoint metadata is disabled', details: null, hint: null },
      ])
    } finally {
      await silent.close()
    }
  })
})
