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
 * Bundles our modules and icons that the home page and the page frame need into one file instead of dozens; code only for other pages is
 * never included. The code that determines the language is in an earlier file, because module-level messages are resolved when their file
 * is loaded.
 * @param source the source folder
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

/** Our modules imported by these, and the file names of all icons they use. */
function withImports(entries: readonly string[], graph: Graph): ReadonlySet<string> {
  const found = new Set(entries)
  // Sets can be iterated while they grow.
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
