import type { Rolldown } from 'vite'

type Module = Pick<Rolldown.ModuleInfo, 'code' | 'importedIds'>
interface Graph {
  getModuleInfo(id: string): Module | null
}

const OURS = /\/marketplace\/(web\/src|contract)\//
const ICON = /\/lucide-react\/dist\/esm\/icons\/(.+)\.mjs$/
const ICON_IMPORT = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/g

type Group = Rolldown.CodeSplittingGroup
const OWN = /\/lucide-react\/|\/marketplace\/(web\/src|contract)\//

/**
 * Our modules and icons that the home page and the frame of every page need, in one file instead of dozens; what only
 * other pages need is never in it. What finds the language stays in a file before it, because sentences that stand beside
 * functions are said as their file loads.
 * @param source the folder of the sources
 */
export function ownGroups(source: string, priority: number): Group[] {
  const entry = fileOf('language', [`${source}/main.tsx`])
  const frame = fileOf('frame', [`${source}/start.tsx`, `${source}/pages/HomePage.tsx`])
  const isPage = (id: string) => id.startsWith(`${source}/pages/`)
  return [
    { name: entry, debugName: 'language', test: OWN, priority: priority + 1 },
    { name: (id, graph) => (isPage(id) ? null : frame(id, graph)), debugName: 'frame', test: OWN, priority },
  ]
}

function fileOf(name: string, entries: readonly string[]): (id: string, graph: Graph) => string | null {
  let modules: ReadonlySet<string> | null = null
  return (id, graph) => {
    modules ??= withImports(entries, graph)
    return modules.has(ICON.exec(id)?.[1] ?? id) ? name : null
  }
}

/** Our modules that come with these, and the names of the icons that all of them show. */
function withImports(entries: readonly string[], graph: Graph): ReadonlySet<string> {
  const found = new Set(entries)
  // A set is walked while it grows.
  for (const id of found) {
    const module = graph.getModuleInfo(id)
    for (const imported of module?.importedIds ?? []) if (OURS.test(imported)) found.add(imported)
    for (const [, names = ''] of module?.code?.matchAll(ICON_IMPORT) ?? [])
      for (const name of names.split(',')) found.add(fileOfIcon(name.trim().split(' ')[0] ?? ''))
  }
  return found
}

/** `Trash2` is in trash-2.mjs. */
function fileOfIcon(name: string): string {
  return name.replace(/(?<=[a-z])(?=[A-Z0-9])|(?<=[A-Z])(?=[A-Z][a-z])/g, '-').toLowerCase()
}
