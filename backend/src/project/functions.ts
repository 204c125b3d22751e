import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { FunctionDefinition, Functions } from '../functions/function.ts'
import type { ProjectPlace } from './find-project.ts'
import type { ProjectConfig } from './read-config.ts'

const HANDLERS = ['handler.ts', 'handler.js']

/** The functions of `supabase/functions` with their settings in config.toml. */
export function projectFunctions({ folder }: ProjectPlace, { values }: ProjectConfig): Functions {
  const directory = join(folder, 'functions')
  if (!existsSync(directory) || values.get('edge_runtime.enabled') === false) return {}
  const env = Object.fromEntries(
    [...values]
      .filter(([name]) => name.startsWith('edge_runtime.secrets.'))
      .map(([name, value]) => [name.slice('edge_runtime.secrets.'.length), String(value)]),
  )
  const names = readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !/^[_.]/.test(entry.name))
    .map((entry) => entry.name)
  return Object.fromEntries(
    names.flatMap((name): [string, FunctionDefinition][] => {
      const module = HANDLERS.map((file) => join(directory, name, file)).find((path) => existsSync(path))
      if (module === undefined || values.get(`functions.${name}.enabled`) === false) return []
      const verifyJwt = values.get(`functions.${name}.verify_jwt`) !== false
      return [[name, { module: pathToFileURL(module), verifyJwt, env }]]
    }),
  )
}
