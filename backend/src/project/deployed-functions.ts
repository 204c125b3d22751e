import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { mkdir, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type Static, Type } from 'typebox'
import { Compile } from 'typebox/schema'
import { type Deployment, DeploymentError } from '../functions/deploy.ts'
import { StartupError } from '../startup-error.ts'
import type { ProjectPlace } from './find-project.ts'

/** Beside the code of a deployment. */
const FACTS = 'deployment.json'
const Facts = Type.Object({
  verifyJwt: Type.Boolean(),
  entry: Type.String(),
  importMap: Type.Union([Type.String(), Type.Null()]),
})
const factsCheck = Compile(Facts)

/** A function that was deployed: files by their full path. */
export interface DeployedFunction extends Static<typeof Facts> {
  readonly name: string
  /** ISO 8601. */
  readonly deployedAt: string
}

/** Uploaded functions, each with its own copy of what it imports: a folder per function, with one per deployment, named by its time. */
export const deployedFolder = ({ folder }: ProjectPlace) => join(folder, 'functions/.deployed')

/** The last deployment of each function. */
export function deployedFunctions(place: ProjectPlace): DeployedFunction[] {
  const folder = deployedFolder(place)
  if (!existsSync(folder)) return []
  return readdirSync(folder).flatMap((name) => {
    const last = name.startsWith('.') ? undefined : versionsIn(readdirSync(join(folder, name))).at(-1)
    if (last === undefined) return []
    const root = join(folder, name, last)
    const facts: unknown = JSON.parse(readFileSync(join(root, FACTS), 'utf8'))
    if (!factsCheck.Check(facts)) throw new StartupError(`${join(root, FACTS)} is damaged: deploy the function again.`)
    const { entry, importMap, verifyJwt } = facts
    return [
      {
        name,
        verifyJwt,
        deployedAt: new Date(Number(last)).toISOString(),
        entry: join(root, entry),
        importMap: importMap === null ? null : join(root, importMap),
      },
    ]
  })
}

/** Complete deployments, the last one last. */
const versionsIn = (names: readonly string[]) => names.filter((name) => /^\d+$/.test(name)).sort()

/** Removes all deployments of a function. @returns  false when there were none */
export async function removeDeployment(place: ProjectPlace, name: string): Promise<boolean> {
  if (!deployedFunctions(place).some((one) => one.name === name)) return false
  const folder = join(deployedFolder(place), name)
  // Hidden in one step, then removed.
  const hidden = join(deployedFolder(place), `.${name}-${Date.now()}`)
  await rename(folder, hidden)
  await rm(hidden, { recursive: true, force: true })
  return true
}

/** Stores a deployment: complete or not at all. The one before stays for calls that still run it. @throws {DeploymentError} */
export async function storeDeployment(place: ProjectPlace, name: string, deployment: Deployment): Promise<void> {
  const { files, ...facts } = deployment
  const paths = new Set(files.map(({ path }) => path))
  for (const named of [facts.entry, facts.importMap])
    if (named !== null && !paths.has(named)) throw new DeploymentError(`${named} is not among the files.`)
  if (paths.size < files.length) throw new DeploymentError('Two files have the same path.')
  const folder = join(deployedFolder(place), name)
  const version = String(Date.now())
  const unfinished = join(folder, `.${version}`)
  await mkdir(unfinished, { recursive: true })
  await writeFile(join(deployedFolder(place), '.gitignore'), '*\n')
  try {
    for (const { path, base64 } of files) {
      const file = join(unfinished, path)
      await mkdir(dirname(file), { recursive: true })
      await writeFile(file, Buffer.from(base64, 'base64'))
    }
    await writeFile(join(unfinished, FACTS), JSON.stringify(facts))
    await rename(unfinished, join(folder, version))
  } catch (cause) {
    await rm(unfinished, { recursive: true, force: true })
    if (cause instanceof Error && 'code' in cause && /^(EEXIST|ENOTDIR|EISDIR|ENOTEMPTY)$/.test(String(cause.code)))
      throw new DeploymentError('A file and a folder have the same path, or two deployments came at once.', { cause })
    throw cause
  }
  for (const old of versionsIn(await readdir(folder)).slice(0, -2))
    await rm(join(folder, old), { recursive: true, force: true })
}
