import { createRequire } from 'node:module'
import type { FastifySchemaCompiler } from 'fastify'
import type { TSchema } from 'typebox'
import { Compile } from 'typebox/schema'

/**
 * Validates requests with TypeBox, whose errors the services render. A schema is compiled by the first request that needs it: compiling
 * those of all routes would delay every start. Only a body keeps its types; elsewhere text is converted, as in `?limit=5`.
 */
export const compileAtFirstUse = compiler({ convertsBodies: false })

/** The same, for a protocol whose servers also take `{"limit": "5"}`. */
export const compileConvertingBodies = compiler({ convertsBodies: true })

function compiler({ convertsBodies }: { convertsBodies: boolean }): FastifySchemaCompiler<TSchema> {
  return ({ schema, httpPart }) => {
    let validator: ReturnType<typeof Compile> | undefined
    const isConverted = (convertsBodies || httpPart !== 'body') && NOT_TEXT.test(JSON.stringify(schema))
    return (value: unknown) => {
      validator ??= Compile(schema)
      if (validator.Check(value)) return { value }
      const converted = isConverted ? convert(schema, value) : value
      if (validator.Check(converted)) return { value: converted }
      const [, error] = validator.Errors(converted)
      return { error }
    }
  }
}

const NOT_TEXT = /"type":"(?!string"|object")/
const require = createRequire(import.meta.url)

/** Loads 200 files at the first call; few routes need it. */
function convert(schema: TSchema, value: unknown): unknown {
  const { Value } = require('typebox/value') as typeof import('typebox/value') // the module of that name
  return Value.Convert(schema, value)
}
