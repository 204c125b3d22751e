import { createHash } from 'node:crypto'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Messages } from '@lingui/core'
import { lingui } from '@lingui/vite-plugin'
import type { Plugin, PluginOption } from 'vite'
import { readSource, type Source } from './messages-in.ts'
import { FRAME_AREAS } from './src/i18n/frame-areas.ts'

const LOCALES = join(import.meta.dirname, '../contract/locales')
const MESSAGES = join(import.meta.dirname, 'src/i18n/messages.ts')
const AREAS = globSync('*.json', { cwd: join(LOCALES, 'en') })
  .map((file) => basename(file, '.json'))
  .sort()

/** Compiles messages at build time, so that no parser is shipped, and loads them before the code that uses them. */
export function messages(): PluginOption[] {
  const configPath = join(import.meta.dirname, '../lingui.config.ts')
  return [
    lateMessages(),
    messageFiles(),
    lingui({ configPath, failOnMissing: true, failOnCompileError: true }),
    shortIds(),
  ]
}

const frame = new Set<string>(FRAME_AREAS)

/** The message areas used by a module and its static imports, except for the frame's. */
export function areasOf(module: string): string[] {
  const modules = new Set([module])
  const areas = new Set<string>()
  // Sets can be iterated while they grow.
  for (const file of modules) {
    const { ids, imports } = sourceOf(file)
    for (const id of ids) areas.add(id.split('.')[0] ?? '')
    for (const path of imports) if (/\.tsx?$/.test(path)) modules.add(join(dirname(file), path))
  }
  return [...areas].filter((area) => !frame.has(area)).sort()
}

const sources = new Map<string, Source>()

function sourceOf(file: string): Source {
  const known = sources.get(file) ?? readSource(file, readFileSync(file, 'utf8'))
  sources.set(file, known)
  return known
}

/**
 * Loads the messages of a part before the part itself, at every dynamic import: `import('./Chat.tsx')` becomes
 * `loadMessages('support').then(() => import('./Chat.tsx'))`. So no page has to list its areas.
 */
function lateMessages(): Plugin {
  return {
    name: 'late-messages',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/web\/src\/.*\.tsx?$/, code: /\bimport\(/ },
      handler: (code, id) => ({ code: withMessages(id, code), map: null }),
    },
  }
}

export function withMessages(file: string, code: string): string {
  let changed = code
  // Backwards, so that positions stay valid.
  for (const { path, start, end } of [...readSource(file, code).late].reverse()) {
    const areas = /\.tsx?$/.test(path) ? areasOf(join(dirname(file), path)) : []
    if (areas.length === 0) continue
    const names = areas.map((area) => JSON.stringify(area)).join()
    changed = `${changed.slice(0, start)}loadMessages(${names}).then(() => ${code.slice(start, end)})${changed.slice(end)}`
  }
  return changed === code ? code : `${changed}\nimport { loadMessages } from ${JSON.stringify(MESSAGES)}\n`
}

/** Changes with any message, so that browsers can cache the files forever. */
const version = createHash('sha256')
  .update(
    globSync('*/*.json', { cwd: LOCALES })
      .sort()
      .map((file) => readFileSync(join(LOCALES, file), 'utf8'))
      .join(),
  )
  .update(readFileSync(import.meta.filename, 'utf8'))
  .digest('base64url')
  .slice(0, 8)

/** URL of an area's messages; `${language}` and `${area}` may be placeholders themselves. */
export const messageFile = (language: string, area: string) => `assets/${language}-${area}-${version}.js`

const FRAME_FILE = /^\0frame-of-(\w+)$/

/** Emits a file per area and locale, and one for the frame, requested by name: a page needs no list of them. */
function messageFiles(): Plugin {
  return {
    name: 'message-files',
    apply: ({ build }, { command }) => command === 'build' && !build?.ssr,
    buildStart() {
      const asked = (id: string, fileName: string) =>
        this.emitFile({ type: 'chunk', id, fileName, preserveSignature: 'strict' })
      for (const language of readdirSync(LOCALES)) {
        asked(`\0frame-of-${language}`, messageFile(language, 'frame'))
        for (const area of AREAS.filter((one) => !frame.has(one)))
          asked(join(LOCALES, language, `${area}.json?lingui`), messageFile(language, area))
      }
    },
    resolveId: (id) => (FRAME_FILE.test(id) ? id : null),
    load(id) {
      const [, language] = FRAME_FILE.exec(id) ?? []
      if (language) return frameOf(language)
      if (!id.endsWith('/src/i18n/message-files.ts')) return null
      const file = messageFile(`\${language}`, `\${area}`).replace('assets/', './')
      return `export const messagesOf = async (language, area) => (await import(/* @vite-ignore */ \`${file}\`)).messages`
    },
  }
}

function frameOf(language: string): string {
  const imports = FRAME_AREAS.map((area) => {
    return `import { messages as ${area} } from ${JSON.stringify(join(LOCALES, language, `${area}.json?lingui`))}`
  })
  return [...imports, `export const messages = { ...${FRAME_AREAS.join(', ...')} }`].join('\n')
}

/**
 * Shortens ids in the build: an area becomes a letter, a message a number, and message files have no keys. That saves 2 KB on the home
 * page.
 */
function shortIds(): Plugin {
  const areas = AREAS.filter((area) => area !== 'refusals') // looked up by code
  const idsOf = (area: string) => Object.keys(readMessages('en', area))
  const shorts = new Map(
    areas.flatMap((area, letter) => idsOf(area).map((id, at) => [id, letter.toString(36) + at.toString(36)] as const)),
  )
  return {
    name: 'short-ids',
    apply: 'build',
    enforce: 'post',
    transform: {
      filter: { id: /\/(?:web\/src|contract)\/.*\.(?:tsx?$|json\?lingui)/ },
      async handler(code, module) {
        const area = basename(module, '.json?lingui')
        const letter = module.endsWith('?lingui') ? areas.indexOf(area) : -1
        return {
          code: letter < 0 ? withShortIds(code, shorts) : await withoutIds(code, letter, idsOf(area)),
          map: null,
        }
      },
    },
  }
}

function withShortIds(code: string, shorts: ReadonlyMap<string, string>): string {
  return code.replace(/(["'`])([a-z]+(?:\.\w+)+)\1/g, (text, quote: string, id: string) => {
    const short = shorts.get(id)
    return short === undefined ? text : quote + short + quote
  })
}

/** @param code a module that exports `messages`, as Lingui compiles it */
async function withoutIds(code: string, letter: number, ids: readonly string[]): Promise<string> {
  const { messages } = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as { messages: Messages }
  const list = JSON.stringify(JSON.stringify(ids.map((id) => messages[id])))
  return `export const messages=Object.fromEntries(JSON.parse(${list}).map((m,i)=>["${letter.toString(36)}"+i.toString(36),m]))`
}

function readMessages(language: string, area: string): Record<string, string> {
  return JSON.parse(readFileSync(join(LOCALES, language, `${area}.json`), 'utf8')) // locales.test.ts checks them
}
