import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { StartupError } from '../../startup-error.ts'

const run = promisify(execFile)

/** The system user that PostgreSQL runs as; null means the current user. */
export interface Account {
  readonly uid: number
  readonly gid: number
}

/** A command with its arguments and the spawn options that set its user. */
export interface Launch {
  readonly command: string
  readonly args: readonly string[]
  readonly options: { uid?: number; gid?: number }
}

/**
 * PostgreSQL refuses to run as root, so root starts it as the system user `postgres`, which is created if missing.
 * @throws {StartupError} when that user cannot be created.
 */
export async function postgresAccount(): Promise<Account | null> {
  if (process.platform === 'win32' || process.getuid?.() !== 0) return null
  const present = await lookUp()
  if (present) return present
  try {
    await run('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'])
  } catch (cause) {
    throw new StartupError(
      'PostgreSQL cannot run as root and the system user "postgres" could not be made; create it with: useradd --system postgres',
      { cause },
    )
  }
  const made = await lookUp()
  if (!made) throw new StartupError('The system user "postgres" was created but cannot be found.')
  return made
}

async function lookUp(): Promise<Account | null> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', 'postgres']), run('id', ['-g', 'postgres'])])
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  } catch {
    return null // `id` fails only when the user does not exist
  }
}

/**
 * How to start `command` as `account` with access to `paths`.
 * A clone may lie below a folder that only root may enter (root's home, a `mktemp -d`). In that case the system user keeps a single
 * capability that bypasses folder permissions for reading; it can still write only its own files.
 * @throws {StartupError} when the folders are not accessible and `setpriv` is missing.
 */
export async function launchAs(
  account: Account | null,
  paths: readonly string[],
  command: string,
  args: readonly string[],
): Promise<Launch> {
  if (account === null) return { command, args, options: {} }
  const reachable = (await Promise.all(paths.map((path) => canReach(account, path)))).every(Boolean)
  if (reachable) return { command, args, options: { uid: account.uid, gid: account.gid } }
  const flags = [`--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups', ...(await readingFlags())]
  return { command: 'setpriv', args: [...flags, command, ...args], options: {} }
}

/**
 * setpriv(1) flags that keep a single capability. Containers often withhold dac_read_search from root but grant dac_override; the
 * narrower one is preferred. no_setuid_fixup is needed because access(2), which initdb uses to find its companion binary, otherwise
 * drops the capabilities of every user but root.
 */
async function readingFlags(): Promise<string[]> {
  for (const capability of ['dac_read_search', 'dac_override']) {
    const flags = [
      `--inh-caps=-all,+${capability}`,
      `--ambient-caps=-all,+${capability}`,
      '--securebits=+no_setuid_fixup',
    ]
    try {
      await run('setpriv', [...flags, 'true'])
      return flags
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') break
    }
  }
  throw new StartupError(
    'PostgreSQL runs as the system user "postgres", which may not enter this folder; move the project to a folder that other users may enter (for example /srv), or set DATABASE_URL.',
  )
}

async function canReach(account: Account, path: string): Promise<boolean> {
  for (let folder = path; ; folder = dirname(folder)) {
    const entry = await stat(folder)
    const bits = entry.uid === account.uid ? 0o100 : entry.gid === account.gid ? 0o010 : 0o001
    if ((entry.mode & bits) === 0) return false
    if (folder === dirname(folder)) return true
  }
}
