import type { CallPlan } from '../plan/types.ts'
import { quoteIdentifier, quoteName, type SqlWriter } from './writer.ts'

/** Alias for the value of a function that returns no columns. */
export const SCALAR_COLUMN = 'pgrst_scalar'

/** A function call in FROM, with its arguments. */
export function callSource(call: CallPlan, alias: string, writer: SqlWriter): string {
  const { from, list } = argumentsSql(call, writer)
  // In FROM, a function without declared columns would need a column definition list.
  if (isRecord(call))
    return `${from}(select ${quoteName(call.function)}(${list}) as ${SCALAR_COLUMN}) as ${quoteIdentifier(alias)}`
  const columns = call.function.result.kind === 'composite' ? '' : `(${SCALAR_COLUMN})`
  return `${from}${quoteName(call.function)}(${list}) as ${quoteIdentifier(alias)}${columns}`
}

function isRecord({ function: { result } }: CallPlan): boolean {
  return result.kind === 'scalar' && result.type === 'record'
}

function argumentsSql(call: CallPlan, writer: SqlWriter): { from: string; list: string } {
  const given = call.arguments
  switch (given.kind) {
    case 'body':
      return { from: '', list: bodyArgument(given.type, writer.param(given.payload)) }
    case 'texts': {
      const list = given.parameters.map(({ parameter: { name, type, variadic }, values }) => {
        const texts = values.map((value) => writer.param(value))
        const value = variadic ? `array[${texts.join(', ')}]` : (texts[0] ?? 'null')
        const named = name === '' ? '' : `${quoteIdentifier(name)} => `
        return `${variadic ? 'variadic ' : ''}${named}${value}::${type}`
      })
      return { from: '', list: list.join(', ') }
    }
    case 'json': {
      if (given.parameters.length === 0) return { from: '', list: '' }
      const payload = `${writer.param(given.payload)}::json`
      const columns = given.parameters.map(({ name, type }) => `${quoteIdentifier(name)} ${type}`)
      const list = given.parameters.map(({ name, variadic }) => {
        const column = quoteIdentifier(name)
        return `${variadic ? 'variadic ' : ''}${column} => pgrst_arguments.${column}`
      })
      const record = given.isArray ? `(${payload}) -> 0` : payload
      return {
        from: `json_to_record(${record}) as pgrst_arguments(${columns.join(', ')}), lateral `,
        list: list.join(', '),
      }
    }
  }
}

// Payloads are bound as bytes: json, text, xml and bytea read them unchanged, but jsonb's binary form starts with a version.
function bodyArgument(type: string, parameter: string): string {
  return type === 'jsonb' ? `${parameter}::json::jsonb` : `${parameter}::${type}`
}
