import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'
import type { Plugin } from 'vite'
import { messagesIn } from './messages-in.ts'

/**
 * Compiles messages while building, so that no parser of ICU MessageFormat is shipped: the English ones where they are
 * said, the translations in their catalogues. A message that does not compile ends the build.
 */
export function compiledMessages(): Plugin {
  return {
    name: 'compiled-messages',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: {
        id: [
          /\/web\/src\/.*\.tsx?$/,
          /\/contract\/.*\.ts$/,
          /\/i18n\/catalogues\/(?:[a-z]+\/)?[a-z]+\.json$/,
          /\/contract\/words\/shared\/[a-z]+\.json$/,
        ],
      },
      handler(code, id) {
        return { code: id.endsWith('.json') ? compiledCatalogue(code) : withCompiledEnglish(id, code), map: null }
      },
    },
  }
}

function compiledCatalogue(json: string): string {
  const catalogue = JSON.parse(json) as Record<string, string> // Ours: catalogues.test.ts looks at every value.
  return JSON.stringify(
    Object.fromEntries(Object.entries(catalogue).map(([message, said]) => [message, shortest(said)])),
  )
}

/** Plain text as it is. What has placeholders or elements is compiled, as Lingui wants what it is to fill. */
function shortest(message: string): unknown {
  const compiled = compileMessageOrThrow(message)
  const isPlain = compiled.every((piece) => typeof piece === 'string') && !/<\d/.test(message)
  return isPlain ? compiled.join('') : compiled
}

/** The source with every English message that has placeholders beside it, compiled. */
export function withCompiledEnglish(file: string, code: string): string {
  if (!/\bt\(|<Trans\b/.test(code)) return code
  let changed = code
  // From the end, so that no place moves: a message that is said inside another one ends before it.
  const fromTheEnd = messagesIn(file, code).sort((one, other) => other.insertAt - one.insertAt)
  for (const { message, hasValues, insertAt, as } of fromTheEnd) {
    if (!hasValues) continue
    const compiled = JSON.stringify(compileMessageOrThrow(message))
    const insert = as === 'argument' ? `, ${compiled}` : ` compiled={${compiled}}`
    changed = changed.slice(0, insertAt) + insert + changed.slice(insertAt)
  }
  return changed
}
