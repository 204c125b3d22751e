import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/compile'
import { Value } from 'typebox/value'

/**
 * Validates requests with TypeBox, whose errors the services render. A schema is compiled by the first request that needs it: compiling
 * those of all routes would delay every start. Only a body keeps its types; elsewhere text is converted, as in `?limit=5`.
 */
export const compileAtFirstUse: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  let validator: ReturnType<typeof Compile> | undefined
  return (value: unknown) => {
    validator ??= Compile(schema)
    const converted = httpPart === 'body' ? value : Value.Convert(schema, value)
    return validator.Check(converted) ? { value: converted } : { error: validator.Errors(converted) }
  }
}
