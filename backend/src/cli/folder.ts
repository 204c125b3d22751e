import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Config, loadConfig } from '../config/config.ts'
import type { Definition, FolderDefinition } from '../config/define-config.ts'
import type { Variables } from '../config/own-config.ts'
import { functionsIn } from '../functions/find-functions.ts'
import { findProject } from '../project/find-project.ts'
import { definitionOf, type Project, readProject, type WatchOptions } from '../project/project.ts'
import { StartupError } from '../startup-error.ts'

const CONFIG_FILES = ['backend.config.ts', 'backend.config.js', 'souk.config.ts', 'souk.config.js']

/** The application of a folder. */
export interface Folder {
  /** Null without `supabase/`. */
  readonly project: Project | null
  readonly definition: Definition<Variables>
}

/**
 * Reads the application of the current folder: `supabase/` where there is one, and backend.config.ts on top of it. Without both, the
 * folders `migrations` and `functions` are the application.
 */
export async function readFolder(
  say: (line: string) => void = () => undefined,
  options: WatchOptions = {},
): Promise<Folder> {
  const folder = process.cwd()
  const own = await ownDefinition(folder)
  const place = own === null || existsSync(join(folder, 'supabase')) ? findProject(folder) : null
  const project = place && readProject(place)
  const base = project ? definitionOf(project, say, options) : folderDefinition(folder)
  if (own === null) return { project, definition: base }
  const definition: Definition<Variables> = {
    ...base,
    ...own,
    defaults: { ...base.defaults, ...own.defaults },
    app: async (config, keyring) => ({ ...(await base.app(config, keyring)), ...own.app?.(config, keyring) }),
  }
  return { project, definition }
}

/** The configuration of the current folder. */
export async function folderConfig(): Promise<Config> {
  return loadConfig(process.env, (await readFolder()).definition)
}

/** @throws {StartupError} where there is nothing to serve, before anything is written */
export function requireApplication(): void {
  const folder = process.cwd()
  if (findProject(folder) || [...CONFIG_FILES, 'migrations'].some((name) => existsSync(join(folder, name)))) return
  throw new StartupError(
    'There is nothing to serve here: run this in a folder with supabase/, or below one, or with backend.config.ts or migrations/.',
  )
}

/** @throws {StartupError} where there is no `supabase/` */
export async function requireProject(): Promise<{ project: Project; config: Config }> {
  const { project, definition } = await readFolder()
  if (!project) throw new StartupError('There is no folder supabase/ here or above; this command needs one.')
  return { project, config: loadConfig(process.env, definition) }
}

async function ownDefinition(folder: string): Promise<FolderDefinition<Variables> | null> {
  const file = CONFIG_FILES.map((name) => join(folder, name)).find((path) => existsSync(path))
  if (file === undefined) return null
  const given = ((await import(pathToFileURL(file).href)) as { default?: unknown }).default
  return (given ?? {}) as FolderDefinition<Variables> // typed by defineConfig
}

function folderDefinition(folder: string): Definition<Variables> {
  const functions = join(folder, 'functions')
  return {
    app: () => ({
      migrations: join(folder, 'migrations'),
      functions: existsSync(functions) ? functionsIn(functions) : {},
      web: null,
    }),
  }
}
