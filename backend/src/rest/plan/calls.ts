import { RestError } from '../errors.ts'
import type { ApiRequest } from '../request/api-request.ts'
import { mediaTypeOf } from '../request/body.ts'
import { parseNameList } from '../request/query.ts'
import { type CallableFunction, objectKey, type SchemaCache } from '../schema-cache/types.ts'
import { mostSimilar } from './similarity.ts'
import type { CallPlan } from './types.ts'

/** Types of the one unnamed parameter that a body of each media type can fill. */
const BODY_TYPES: ReadonlyMap<string, readonly string[]> = new Map([
  ['application/json', ['json', 'jsonb']],
  ['text/plain', ['text']],
  ['text/xml', ['xml']],
  ['application/octet-stream', ['bytea']],
])

/**
 * Chooses the function to call, by argument names only.
 * @throws {RestError} PGRST202 for none, PGRST203 for several
 */
export function planCall(request: ApiRequest, cache: SchemaCache, role: string, payload: number): CallPlan {
  const overloads = cache.functions.get(objectKey(request.schema, request.name)) ?? []
  const names = argumentNames(request)
  const named = names ? overloads.filter((fn) => accepts(fn, names)) : []
  if (named.length > 1) throw ambiguous(named)
  const [found] = named
  if (found && names) return { function: found, arguments: bindArguments(found, names, request, payload) }

  const type = mediaTypeOf(request.contentType)
  const unnamed = request.safe
    ? []
    : overloads.filter(
        ({ parameters: [only] }) => only?.name === '' && (BODY_TYPES.get(type)?.includes(only.type) ?? false),
      )
  if (unnamed.length > 1) throw ambiguous(unnamed)
  const [whole] = unnamed
  if (whole) return { function: whole, arguments: { kind: 'body', type: whole.parameters[0]?.type ?? 'json', payload } }
  throw notFound(request, names ?? [], cache, role)
}

/** Null for bodies that can only be one unnamed argument. */
function argumentNames(request: ApiRequest): string[] | null {
  if (request.textArguments) return [...new Set(request.query.callArguments.map(({ name }) => name))]
  const keys = request.payload?.keys
  if (!keys) return null
  if (request.query.columns === null) return [...keys]
  const chosen = parseNameList(request.query.columns, 'columns parameter')
  return keys.filter((key) => chosen.includes(key))
}

function accepts(fn: CallableFunction, names: readonly string[]): boolean {
  return (
    fn.parameters.every(({ name, required }) => !required || names.includes(name)) &&
    names.every((name) => fn.parameters.some((parameter) => parameter.name === name))
  )
}

function bindArguments(
  fn: CallableFunction,
  names: readonly string[],
  request: ApiRequest,
  payload: number,
): CallPlan['arguments'] {
  const given = fn.parameters.filter(({ name }) => names.includes(name))
  const [first] = given
  if (!request.textArguments && first?.name === '') return { kind: 'body', type: first.type, payload }
  if (!request.textArguments) {
    return { kind: 'json', parameters: given, payload, isArray: request.payload?.isArray ?? false }
  }
  return {
    kind: 'texts',
    parameters: given.map((parameter) => {
      const values = request.query.callArguments.filter(({ name }) => name === parameter.name).map(({ value }) => value)
      // The last value of a repeated argument counts, unless it is variadic.
      return { parameter, values: parameter.variadic ? values : values.slice(-1) }
    }),
  }
}

function signature(fn: CallableFunction): string {
  const parameters = fn.parameters.map(({ name, type }) => `${name} => ${type}`).join(', ')
  return `${fn.schema}.${fn.name}(${parameters})`
}

function ambiguous(found: readonly CallableFunction[]): RestError {
  const listed = [...found].sort(
    (left, right) => left.parameters.length - right.parameters.length || (signature(left) < signature(right) ? -1 : 1),
  )
  return new RestError(
    'PGRST203',
    `Could not choose the best candidate function between: ${listed.map(signature).join(', ')}`,
    {
      hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
    },
  )
}

function notFound(request: ApiRequest, names: readonly string[], cache: SchemaCache, role: string): RestError {
  const called = `${request.schema}.${request.name}`
  const type = mediaTypeOf(request.contentType)
  const whole = request.safe || type === 'application/json' ? undefined : BODY_TYPES.get(type)?.[0]
  if (whole !== undefined) {
    return new RestError('PGRST202', `Could not find the function ${called} in the schema cache`, {
      details: `Searched for the function ${called} with a single unnamed ${whole} parameter, but no matches were found in the schema cache.`,
    })
  }
  const sorted = [...names].sort()
  const list = sorted.join(', ')
  const shown = sorted.length > 0 ? `${called}(${list})` : `${called} without parameters`
  const searched = sorted.length > 0 ? ` with parameter${sorted.length > 1 ? 's' : ''} ${list}` : ' without parameters'
  const isJsonPost = !request.safe && type === 'application/json'
  const orUnnamed = isJsonPost ? ' or with a single unnamed json/jsonb parameter' : ''
  return new RestError('PGRST202', `Could not find the function ${shown} in the schema cache`, {
    details: `Searched for the function ${called}${searched}${orUnnamed}, but no matches were found in the schema cache.`,
    hint: hintFor(request, list, cache, role),
  })
}

function hintFor(request: ApiRequest, list: string, cache: SchemaCache, role: string): string | null {
  const visible = [...cache.functions.values()]
    .flat()
    .filter((fn) => fn.schema === request.schema && fn.visibleTo.includes(role))
  const sameName = visible.filter(({ name }) => name === request.name)
  if (sameName.length === 0) {
    const name = mostSimilar(request.name, new Set(visible.map((fn) => fn.name)), 0.75)
    return name === null ? null : `Perhaps you meant to call the function ${request.schema}.${name}`
  }
  const lists = sameName.map(({ parameters }) => {
    const names = parameters.map(({ name }) => name).sort()
    return `(${names.join(', ')})`
  })
  const similar = mostSimilar(`(${list})`, lists, 0.33)
  return similar === null ? null : `Perhaps you meant to call the function ${request.schema}.${request.name}${similar}`
}
