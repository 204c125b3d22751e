import { type ParseArgsConfig, parseArgs } from 'node:util'
import { StartupError } from '../startup-error.ts'

/** A command of `souk-backend`: `start`, `db reset`. */
export interface Command {
  /** One line of the list of commands. */
  readonly summary: string
  /** Its own help: arguments and options. */
  readonly help: string
  /** @param args  arguments after the command's name */
  run(args: readonly string[]): Promise<void>
}

/** Parses options. @throws {StartupError} naming an unknown one */
export function readArgs<T extends ParseArgsConfig>(args: readonly string[], config: T) {
  try {
    return parseArgs({ ...config, args: [...args] })
  } catch (cause) {
    const { message } = cause as Error
    throw new StartupError(message.split('. To specify')[0]?.replace(/\.?$/, '.') ?? message, { cause })
  }
}

/** Prints a result: JSON with --json, otherwise text. */
export function print(json: boolean | undefined, value: unknown, text: string): void {
  console.log(json ? JSON.stringify(value, null, 2) : text)
}
