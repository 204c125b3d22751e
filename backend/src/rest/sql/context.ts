import { quoteIdentifier, quoteLiteral } from './writer.ts'

/** Everything that determines the text of a request's first statement. */
export interface ContextShape {
  readonly schema: string
  readonly extraSearchPath: readonly string[]
  readonly readOnly: boolean
  /** The role's own settings, then those of a called function. */
  readonly settings: readonly (readonly [string, string])[]
}

export interface ContextValues {
  readonly claims: string
  readonly method: string
  readonly path: string
  /** JSON objects. */
  readonly headers: string
  readonly cookies: string
  readonly timezone: string | null
}

/** PostgreSQL's FUNC_MAX_ARGS. */
const MOST_ARGUMENTS = 100

/**
 * The first statement of each request sets everything that decides what it may see, local to its transaction. The role's settings come
 * before the role, since SET ROLE does not apply them, and only the authenticator may set some of them.
 */
export function contextText(shape: ContextShape, hasTimezone: boolean): string {
  const searchPath = [shape.schema, ...shape.extraSearchPath].map(quoteIdentifier).join(', ')
  const local = (name: string, value: string) => `set_config(${quoteLiteral(name)}, ${value}, true)`
  const calls = [
    local('search_path', quoteLiteral(searchPath)),
    ...shape.settings.map(([name, value]) => local(name, quoteLiteral(value))),
    local('role', '$1'),
    local('request.jwt.claims', '$2'),
    local('request.method', '$3'),
    local('request.path', '$4'),
    local('request.headers', '$5'),
    local('request.cookies', '$6'),
  ]
  if (hasTimezone) calls.push(local('timezone', '$7'))
  if (shape.readOnly) calls.push(local('transaction_read_only', `'on'`))
  // Each call returns a value that is not needed: num_nulls evaluates them in order and returns a single zero.
  return calls.length > MOST_ARGUMENTS
    ? `select ${calls.join(', ')}`
    : `select pg_catalog.num_nulls(${calls.join(', ')})`
}

/** The parameter values of `contextText`. */
export function contextValues(role: string, values: ContextValues): string[] {
  const bound = [role, values.claims, values.method, values.path, values.headers, values.cookies]
  if (values.timezone !== null) bound.push(values.timezone)
  return bound
}
