import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import Type, { type Static } from 'typebox'
import { Compile } from 'typebox/schema'
import { StartupError } from '../startup-error.ts'

const NAME = 'manifest.json'

const BackedUpFile = Type.Object({
  /** Relative to the backup, with forward slashes; must never lead out of it, because restoring writes there. */
  path: Type.String({ pattern: '^(?!/)(?!.*(^|/)\\.{1,2}(/|$))(?!.*//)[^\\\\\\0]+$' }),
  bytes: Type.Integer({ minimum: 0 }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
})
export type BackedUpFile = Static<typeof BackedUpFile>

const Manifest = Type.Object({
  format: Type.Literal(1),
  /** ISO 8601; everything acknowledged before is in the backup. */
  startedAt: Type.String(),
  finishedAt: Type.String(),
  /** `files`: a base backup of the embedded server; `dump`: made by pg_dump. */
  database: Type.Union([Type.Literal('files'), Type.Literal('dump')]),
  postgresMajor: Type.Integer(),
  /** Location of the stored files' bytes. */
  objects: Type.Union([Type.Literal('here'), Type.Literal('s3')]),
  files: Type.Array(BackedUpFile),
})
/** Contents of a backup. Written last: a folder without one is an incomplete backup. */
export type Manifest = Static<typeof Manifest>

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  await writeFile(join(folder, NAME), `${JSON.stringify(manifest, null, 1)}\n`, { mode: 0o600, flag: 'wx' })
}

/** @throws {StartupError} when it is missing, or this version cannot read it */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, NAME), 'utf8').catch((cause) => {
    throw new StartupError(
      `${folder} holds no finished backup: its ${NAME} is missing. A backup that was interrupted cannot be restored.`,
      { cause },
    )
  })
  const manifest = parse(text)
  if (!Compile(Manifest).Check(manifest)) {
    throw new StartupError(`The ${NAME} in ${folder} is damaged, or was written by another version of this program.`)
  }
  return manifest
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null // handled by the caller as an invalid manifest
  }
}

/** Reads every file of the backup. @returns the paths of files that are missing or changed */
export async function damagedFiles(folder: string, { files }: Manifest): Promise<string[]> {
  const damaged: string[] = []
  for (const { path, sha256 } of files) {
    if ((await checksumOf(join(folder, path))) !== sha256) damaged.push(path)
  }
  return damaged
}

async function checksumOf(path: string): Promise<string | null> {
  const hash = createHash('sha256')
  try {
    for await (const chunk of createReadStream(path)) hash.update(chunk)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  return hash.digest('hex')
}
