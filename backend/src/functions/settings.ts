import type { DenoOptions, FunctionDefinition, Functions } from './function.ts'

/** A definition with every default filled in. */
export type FunctionPlan = Readonly<Required<Omit<FunctionDefinition, 'deno'>>> & {
  readonly name: string
  readonly deno?: DenoOptions
}

const DEFAULTS = {
  verifyJwt: true,
  timeoutMs: 150_000,
  bodyLimitBytes: 10 * 1024 * 1024,
  memoryMb: 256,
  cpuMs: 2000,
  oneShot: false,
  concurrency: 16,
  callsPerMinute: Number.POSITIVE_INFINITY,
  env: {},
} as const

const LIMITS = ['timeoutMs', 'bodyLimitBytes', 'memoryMb', 'cpuMs', 'concurrency', 'callsPerMinute'] as const

/** A path segment that needs no encoding, so that each function has a single spelling. */
const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/

/**
 * A map, so that a name from a URL only finds own entries.
 * @throws {RangeError} for an invalid name or number
 */
export function planFunctions(functions: Functions): ReadonlyMap<string, FunctionPlan> {
  return new Map(Object.entries(functions).map(([name, definition]) => [name, planOf(name, definition)]))
}

function planOf(name: string, definition: FunctionDefinition): FunctionPlan {
  if (!NAME.test(name)) throw new RangeError(`"${name}" cannot be the name of a function`)
  const plan = { ...DEFAULTS, ...definition, ...(definition.oneShot ? { concurrency: 1 } : {}), name }
  for (const key of LIMITS) {
    const isDefault = plan[key] === DEFAULTS[key]
    if (!isDefault && (!Number.isInteger(plan[key]) || plan[key] < 1))
      throw new RangeError(`${key} of the function ${name} must be a whole number from 1`)
  }
  return plan
}
