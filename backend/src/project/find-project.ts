import { existsSync } from 'node:fs'
import { basename, dirname, join, relative, resolve } from 'node:path'

/** The folders of a project. */
export interface ProjectPlace {
  /** The folder that holds `supabase/`. */
  readonly root: string
  /** `supabase/` itself: paths of config.toml are relative to it. */
  readonly folder: string
}

const CONFIGS = ['config.json', 'config.toml']
const SIGNS = [...CONFIGS, 'migrations', 'seed.sql', 'functions', 'schemas']

/** Finds `supabase/` in a folder or above it, as Supabase's CLI does; null where there is none. */
export function findProject(from: string): ProjectPlace | null {
  for (let root = resolve(from); ; root = dirname(root)) {
    const folder = join(root, 'supabase')
    if (SIGNS.some((sign) => existsSync(join(folder, sign)))) return { root, folder }
    if (basename(root) === 'supabase' && CONFIGS.some((name) => existsSync(join(root, name)))) {
      return { root: dirname(root), folder: root }
    }
    if (dirname(root) === root) return null
  }
}

/** The project's configuration, `supabase/config.json` if there is one; for messages too. */
export function configName({ root }: ProjectPlace): string {
  const [json = '', toml = ''] = CONFIGS.map((name) => `supabase/${name}`)
  return existsSync(join(root, json)) ? json : toml
}

/** A path for messages: `supabase/migrations/1_a.sql`. */
export function shownPath(place: ProjectPlace, path: string): string {
  return relative(place.root, path).replaceAll('\\', '/')
}
