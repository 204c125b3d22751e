import type { Scanner } from './scanner.ts'

/** One step of a JSON path: `->key` yields JSON, `->>key` yields text. */
export interface JsonStep {
  readonly text: boolean
  readonly key: string | number
}

export interface Field {
  readonly name: string
  readonly path: readonly JsonStep[]
}

/** `name->a->>b` */
export function parseField(scanner: Scanner, expecting?: string): Field {
  const name = scanner.fieldName(expecting)
  return { name, path: parseJsonPath(scanner) }
}

function parseJsonPath(scanner: Scanner): JsonStep[] {
  const steps: JsonStep[] = []
  while (scanner.startsWith('->')) {
    const text = scanner.startsWith('->>')
    scanner.position += text ? 3 : 2
    steps.push({ text, key: parseJsonKey(scanner) })
    const { jsonPathSteps } = scanner.limits
    if (steps.length > jsonPathSteps) scanner.fail(`at most ${jsonPathSteps} json path steps`)
  }
  return steps
}

const KEY_END = new Set(['(', '-', ':', '.', ',', '>', ')'])

function parseJsonKey(scanner: Scanner): string | number {
  if (scanner.peek() === '"') return scanner.quoted()
  const index = /-?\d+(?=$|->|::|[.,:)])/y
  index.lastIndex = scanner.position
  const digits = index.exec(scanner.text)
  if (digits && digits[0].length < 10) {
    scanner.position = index.lastIndex
    return Number(digits[0])
  }
  const start = scanner.position
  while (!scanner.done) {
    const innerDash = scanner.peek() === '-' && scanner.peek(1) !== '>' && scanner.position > start
    if (KEY_END.has(scanner.peek()) && !innerDash) break
    scanner.position += 1
  }
  if (scanner.position === start) scanner.fail('any non reserved character different from: .,>()')
  return scanner.text.slice(start, scanner.position)
}

/** The output name of a field: the last key of its path, else the column. */
export function defaultName(field: Field): string {
  const key = field.path.findLast((step) => typeof step.key === 'string')?.key
  return key === undefined ? field.name : String(key)
}
