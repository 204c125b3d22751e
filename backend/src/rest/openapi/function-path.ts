import type { CallableFunction, Parameter } from '../schema-cache/types.ts'
import { reference } from './parameters.ts'
import { type JsonObject, typeSchema } from './types.ts'

/** Describes how to call a function: by POST, and by GET unless it is volatile. */
export function functionPath(fn: CallableFunction, comment: string | null): JsonObject {
  const [summary, ...rest] = (comment ?? '').split('\n')
  const about = {
    tags: [`(rpc) ${fn.name}`],
    ...(summary ? { summary } : {}),
    ...(rest.length > 0 ? { description: rest.join('\n').trim() } : {}),
    produces: ['application/json', 'application/vnd.pgrst.object+json'],
    responses: { 200: { description: 'OK' } },
  }
  const named = fn.parameters.filter(({ name }) => name !== '')
  const get = { ...about, parameters: named.map(queryParameter) }
  const post = { ...about, parameters: [argumentsBody(named, fn), reference('preferParams')] }
  return fn.volatile ? { post } : { get, post }
}

function queryParameter(parameter: Parameter): JsonObject {
  const { name, type, required, variadic } = parameter
  // Arrays are passed as PostgreSQL array literals, unless the parameter may be repeated.
  const { format = 'text', ...schema } = typeSchema(type)
  const many = variadic
    ? { ...schema, collectionFormat: 'multi' }
    : { type: schema.type === 'array' ? 'string' : (schema.type ?? 'string') }
  return { name, in: 'query', required, format, ...many }
}

function argumentsBody(parameters: readonly Parameter[], fn: CallableFunction): JsonObject {
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name)
  const [only] = fn.parameters
  const schema =
    only?.name === ''
      ? typeSchema(only.type)
      : {
          type: 'object',
          ...(required.length === 0 ? {} : { required }),
          properties: Object.fromEntries(parameters.map(({ name, type }) => [name, typeSchema(type)])),
        }
  return { name: 'args', in: 'body', required: true, schema }
}
