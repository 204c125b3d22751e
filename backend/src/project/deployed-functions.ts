import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Logger } from 'pino'
import type { Sql } from '../database/database.ts'
import { type Deployment, DeploymentError, type Deployments } from '../functions/deploy.ts'
import type { ProjectPlace } from './find-project.ts'

const CHANNEL = 'functions_deployed'

/** A function that was deployed, with the full paths of this machine's copy. */
export interface DeployedFunction {
  readonly name: string
  readonly version: string
  readonly verifyJwt: boolean
  readonly entry: string
  readonly importMap: string | null
}

interface OpenDeployments extends Deployments {
  /** What is to be served now. */
  current(): readonly DeployedFunction[]
  close(): Promise<void>
}

interface Context {
  readonly sql: Sql
  readonly log: Logger
  /** Called with what is to be served from now on, whichever process it was deployed to. */
  readonly changed: (current: readonly DeployedFunction[]) => void
}

/**
 * The functions that were deployed to an installation. The database has them; this process copies those that it lacks to
 * `functions/.deployed`, now and whenever another process is deployed to.
 */
export async function openDeployments(place: ProjectPlace, { sql, log, changed }: Context): Promise<OpenDeployments> {
  const folder = join(place.folder, 'functions/.deployed')
  let current: readonly DeployedFunction[] = []
  let last: Promise<void> = Promise.resolve()
  const follow = async () => {
    const rows = await readFacts(sql)
    if (rows.map(versionOf).join() === current.map(versionOf).join()) return
    const copies = await Promise.all(rows.map((row) => copyToFiles(sql, folder, row)))
    current = copies.filter((one) => one !== null)
    await removeOthers(folder, current)
    changed(current)
  }
  /** One after another. */
  const catchUp = () => {
    last = last.catch(() => undefined).then(follow)
    return last
  }
  const wake = () =>
    void catchUp().catch((err: unknown) => log.error({ err }, 'functions that were deployed could not be read'))
  const listening = await sql.listen(CHANNEL, wake, wake)
  await catchUp()
  return {
    current: () => current,
    async list() {
      const rows = await readFacts(sql)
      return rows.map(({ name, verifyJwt, version }) => ({
        name,
        verifyJwt,
        deployedAt: new Date(Number(version)).toISOString(),
      }))
    },
    async store(name, deployment) {
      requireWhole(deployment)
      const { verifyJwt, entry, importMap, files } = deployment
      await sql`
        with stored as (
          insert into supabase_functions.deployments as kept (name, version, verify_jwt, entry, import_map, files)
          values (${name}, ${Date.now()}, ${verifyJwt}, ${entry}, ${importMap}, ${sql.json(files)})
          on conflict (name) do update set version = greatest(excluded.version, kept.version + 1),
            verify_jwt = excluded.verify_jwt, entry = excluded.entry, import_map = excluded.import_map, files = excluded.files
          returning name
        )
        select pg_notify(${CHANNEL}, name) from stored`
      await catchUp()
    },
    async remove(name) {
      const removed = await sql`
        with removed as (delete from supabase_functions.deployments where name = ${name} returning name)
        select pg_notify(${CHANNEL}, name) from removed`
      await catchUp()
      return removed.length > 0
    },
    close: () => listening.unlisten(),
  }
}

const versionOf = ({ name, version }: Pick<DeployedFunction, 'name' | 'version'>) => `${name}/${version}`

/** Paths are as below `supabase/`. */
function readFacts(sql: Sql): Promise<DeployedFunction[]> {
  return sql<DeployedFunction[]>`
    select name, version, verify_jwt as "verifyJwt", entry, import_map as "importMap" from supabase_functions.deployments order by name`
}

/** @throws {DeploymentError} */
function requireWhole({ entry, importMap, files }: Deployment): void {
  const paths = new Set(files.map(({ path }) => path))
  for (const named of [entry, importMap])
    if (named !== null && !paths.has(named)) throw new DeploymentError(`${named} is not among the files.`)
  if (paths.size < files.length) throw new DeploymentError('Two files have the same path.')
  for (const path of paths)
    for (let above = dirname(path); above !== '.'; above = dirname(above))
      if (paths.has(above)) throw new DeploymentError(`${above} is a file and a folder.`)
}

/** Complete or not at all. @returns null when it was replaced meanwhile; another notification follows then */
async function copyToFiles(sql: Sql, folder: string, facts: DeployedFunction): Promise<DeployedFunction | null> {
  const { name, version, entry, importMap } = facts
  const root = join(folder, name, version)
  if (!existsSync(root)) {
    const [row] = await sql<Pick<Deployment, 'files'>[]>`
      select files from supabase_functions.deployments where name = ${name} and version = ${version}`
    if (row === undefined) return null
    const unfinished = join(folder, name, `.${version}-${process.pid}`)
    await mkdir(unfinished, { recursive: true })
    await writeFile(join(folder, '.gitignore'), '*\n')
    for (const { path, base64 } of row.files) {
      const file = join(unfinished, path)
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, Buffer.from(base64, 'base64'))
    }
    await rename(unfinished, root).catch(async (error) => {
      await rm(unfinished, { recursive: true, force: true })
      if (!existsSync(root)) throw error // otherwise another process of this machine was quicker
    })
  }
  return { ...facts, entry: join(root, entry), importMap: importMap === null ? null : join(root, importMap) }
}

/** Leaves the version before the current one, for calls that still run it. */
async function removeOthers(folder: string, current: readonly DeployedFunction[]): Promise<void> {
  for (const name of await namesIn(folder)) {
    const kept = current.find((one) => one.name === name)
    const versions = await namesIn(join(folder, name))
    const old = kept ? versions.filter((version) => version !== kept.version).slice(0, -1) : ['']
    for (const version of old) await rm(join(folder, name, version), { recursive: true, force: true })
  }
}

/** Sorted, without those that begin with a dot. */
const namesIn = async (folder: string) =>
  (existsSync(folder) ? await readdir(folder) : []).filter((name) => !name.startsWith('.')).sort()
