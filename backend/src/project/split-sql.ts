/** One statement of a file. */
export interface Statement {
  readonly text: string
  /** Line of the file on which it begins, counted from 1. */
  readonly line: number
  /** Rows of a `copy … from stdin` of a dump. */
  readonly rows?: string
  /** The command of psql that follows it where a semicolon would, to the end of its line: `\gset`. */
  readonly command?: string
}

/** Tokens that end a statement, nest, or start a quoted part. */
const SQL_MARKS =
  /--[^\n]*|\/\*|(?<![\w$])[eE]?'|"|(?<![\w$])\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$|;|[()]|(?<![\w$])(?:begin\s+atomic|case|end)(?![\w$])|^\\[^\n]*/gim

/** In files for psql its commands may stand at any place of a line. */
const PSQL_MARKS = new RegExp(SQL_MARKS.source.replace(/\|\^[^|]+$/, String.raw`|\\[^\n]*`), SQL_MARKS.flags)

/** psql commands at the start and end of dumps that can be ignored. */
const HARMLESS = /^\\(un)?restrict\b/

/**
 * Splits a file at its semicolons, except those in strings, comments, function bodies and rules.
 * @param forPsql  whether commands of psql end statements, too; a command of its own has a statement without text
 * @throws {SyntaxError} with the line, for unterminated text and for psql commands other than those of dumps
 */
export function splitStatements(sql: string, forPsql = false): Statement[] {
  const statements: Statement[] = []
  let start = 0
  let depth = 0
  let at = 0
  const lineAt = lineCounter(sql)
  const marks = forPsql ? PSQL_MARKS : SQL_MARKS
  const finish = (end: number, command?: string) => {
    const found = trimmed(sql.slice(start, end))
    const line = lineAt(found.text === '' ? end : start + found.skipped)
    if (command !== undefined) statements.push({ text: found.text, line, command })
    else if (found.text !== '') statements.push({ text: found.text, line })
    start = end + 1
    depth = 0
  }
  for (;;) {
    marks.lastIndex = at
    const match = marks.exec(sql)
    if (!match) break
    const [mark] = match
    at = match.index + mark.length
    if (mark.startsWith('--')) continue
    if (mark === ';') {
      if (depth > 0) continue
      finish(match.index)
      at = takeRows(sql, at, statements)
      start = at
    } else if (mark === '(') depth += 1
    else if (mark === ')') depth = Math.max(0, depth - 1)
    else if (mark.startsWith('\\') && forPsql) {
      finish(match.index, mark.trim())
      start = at
    } else if (mark.startsWith('\\')) {
      if (!HARMLESS.test(mark))
        throw new SyntaxError(`line ${lineAt(match.index)}: ${mark} is a command of psql, not SQL`)
      if (trimmed(sql.slice(start, match.index)).text === '') start = at
    } else if (/^[a-z]/i.test(mark) && !mark.endsWith("'")) depth = nested(mark, depth)
    else {
      const end = endOf(sql, mark, at)
      if (end === -1) throw new SyntaxError(`line ${lineAt(match.index)}: ${mark} is never closed`)
      at = end
    }
  }
  finish(sql.length)
  return statements
}

/** `begin atomic … end` may contain semicolons and nested `case … end`; elsewhere these keywords are ignored. */
function nested(word: string, depth: number): number {
  if (/^begin/i.test(word)) return depth + 1
  if (depth === 0) return 0
  return /^case$/i.test(word) ? depth + 1 : depth - 1
}

/** Index after a string, name or comment; -1 if it is unterminated. */
function endOf(sql: string, mark: string, from: number): number {
  if (mark === '/*') {
    let depth = 1
    const marks = /\/\*|\*\//g
    marks.lastIndex = from
    for (let match = marks.exec(sql); match; match = marks.exec(sql)) {
      depth += match[0] === '/*' ? 1 : -1
      if (depth === 0) return marks.lastIndex
    }
    return -1
  }
  if (mark.startsWith('$')) return after(sql, mark, from)
  const ending = /^e/i.test(mark) ? /(?:[^'\\]|''|\\[\s\S])*'/y : mark === '"' ? /[^"]*"/y : /[^']*'/y
  ending.lastIndex = from
  return ending.test(sql) ? ending.lastIndex : -1
}

function after(sql: string, text: string, from: number): number {
  const found = sql.indexOf(text, from)
  return found === -1 ? -1 : found + text.length
}

/** Assigns the lines after `copy … from stdin;` to that statement, up to the line `\.`. */
function takeRows(sql: string, from: number, statements: Statement[]): number {
  const last = statements.at(-1)
  if (!last || !/^copy\s[\s\S]*\sfrom\s+stdin\b/i.test(last.text)) return from
  const begin = after(sql, '\n', from)
  if (begin === -1) return from
  const end = /^\\\.\r?$/gm
  end.lastIndex = begin
  const found = end.exec(sql)
  const stop = found ? found.index : sql.length
  statements[statements.length - 1] = { ...last, rows: sql.slice(begin, stop) }
  return found ? found.index + found[0].length : stop
}

/** Strips whitespace and comments before the statement, unless there is nothing else. */
function trimmed(text: string): { text: string; skipped: number } {
  const blank = /(?:\s+|--[^\n]*(?:\n|$))*(\/\*)?/y
  let skipped = 0
  for (;;) {
    blank.lastIndex = skipped
    const [space = '', comment] = blank.exec(text) ?? []
    skipped += space.length
    if (comment === undefined) return { text: text.slice(skipped).trimEnd(), skipped }
    skipped = endOf(text, comment, skipped)
  }
}

/** Counts each line once, as positions only grow. */
function lineCounter(sql: string): (position: number) => number {
  let line = 1
  let counted = 0
  return (position) => {
    for (let next = sql.indexOf('\n', counted); next !== -1 && next < position; next = sql.indexOf('\n', counted)) {
      line += 1
      counted = next + 1
    }
    return line
  }
}
