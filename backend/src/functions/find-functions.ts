import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { StartupError } from '../startup-error.ts'
import type { FunctionSettings, Functions } from './function.ts'

const HANDLERS = ['handler.ts', 'handler.js']

/**
 * Finds every folder `<name>/handler.ts` (or `.js`) below `directory`: a function of that name. Folders beginning with `_` or `.` hold
 * shared code. Does not load the modules.
 * @param settings  for functions that deviate from the defaults
 * @throws {StartupError} for a folder without a handler, and for settings without a folder
 */
export function functionsIn(directory: string, settings: Readonly<Record<string, FunctionSettings>> = {}): Functions {
  const names = readdirSync(directory, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !/^[_.]/.test(entry.name))
    .map((entry) => entry.name)
  const missing = Object.keys(settings).find((name) => !names.includes(name))
  if (missing !== undefined)
    throw new StartupError(`There are settings for the function ${missing}, but no such folder.`)
  return Object.fromEntries(
    names.map((name) => [name, { ...settings[name], module: pathToFileURL(handlerOf(directory, name)) }]),
  )
}

function handlerOf(directory: string, name: string): string {
  const found = HANDLERS.map((file) => join(directory, name, file)).find((path) => existsSync(path))
  if (found === undefined) throw new StartupError(`The function ${name} has no handler.ts in its folder.`)
  return found
}
