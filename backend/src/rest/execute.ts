import type { RestConfig, RestLimits } from '../config/rest.ts'
import type { Step, StepResult } from '../database/pipeline/connection.ts'
import { StatementError } from '../database/pipeline/errors.ts'
import type { PipelinePool, RunHandle } from '../database/pipeline/pool.ts'
import type { Compiled } from './compile.ts'
import { type ContextStep, preRequestSteps } from './context-steps.ts'
import { RestError } from './errors.ts'
import type { ApiRequest } from './request/api-request.ts'
import { type Answer, readAnswer } from './response/answer.ts'
import type { Statement } from './sql/statement.ts'

export interface ExecuteOptions {
  readonly allowRollback: boolean
  readonly maxRows: number
  readonly limits: RestLimits
  readonly preRequest: RestConfig['preRequest']
}

/**
 * Runs a compiled request: settings and statement in one write as one implicit transaction. Only a write that may still be refused after it
 * ran (single object, PUT, max-affected, tx=rollback) waits between its statement and its COMMIT.
 */
export async function execute(
  pool: Pick<PipelinePool, 'run' | 'transaction'>,
  context: ContextStep,
  compiled: Compiled,
  request: ApiRequest,
  options: ExecuteOptions,
  handle: RunHandle,
): Promise<Answer> {
  const before = [context, ...preRequestSteps(options.preRequest, context)]
  const steps = [...before, ...statementSteps(compiled, request, context.scope)]
  const rollback = options.allowRollback && request.preferences.tx === 'rollback'
  const finish = (results: readonly StepResult[]): Answer => {
    const answer = readAnswer(results.slice(before.length), compiled, request, options.maxRows)
    checkRows(answer, compiled, request)
    // Only reads are limited: the answer to a write is sent regardless of its size.
    if (compiled.readOnly) checkSize(answer, options.limits)
    return answer
  }
  const limited = request.preferences.handling === 'strict' && request.preferences.maxAffected !== null
  const checked = limited || request.accepted.format === 'object' || request.action === 'put'
  if (context.isolation === null && (compiled.readOnly || !(rollback || checked))) {
    return finish(await pool.run(steps, handle))
  }
  const outcome: { answer: Answer | null } = { answer: null }
  try {
    await pool.transaction(async (transaction) => {
      if (context.isolation !== null) await transaction.run([isolationStep(context.isolation)])
      outcome.answer = finish(await transaction.run(steps))
      if (!rollback) return
      // Deferred constraints that COMMIT would check must also fail when rolling back.
      await transaction.run([{ text: 'set constraints all immediate', values: [], scope: '' }])
      throw ROLLBACK
    }, handle)
  } catch (error) {
    if (isSecondPut(error, request)) throw keyDiffers(error)
    if (error !== ROLLBACK) throw error
  }
  if (!outcome.answer) throw new Error('The transaction ended without a result')
  return outcome.answer
}

const ROLLBACK = Symbol('rollback')

/** @param level  one of PostgreSQL's keywords (see `context-steps.ts`) */
function isolationStep(level: string): Step {
  return { text: `set transaction isolation level ${level}`, values: [], scope: '' }
}

function statementSteps(compiled: Compiled, request: ApiRequest, scope: string): Step[] {
  // The payload and the root's offset follow the values of the query string (see plan.ts).
  const values = [...request.query.values, request.payload?.raw ?? null, String(request.range.offset)]
  const step = ({ text, slots }: Statement): Step => ({
    text,
    values: slots.map((slot) => values[slot] ?? null),
    scope,
  })
  return compiled.estimate ? [step(compiled.main), step(compiled.estimate)] : [step(compiled.main)]
}

/** @throws {RestError} PGRST100 */
function checkSize({ body }: Answer, { answerBytes }: RestLimits): void {
  if (body === null || body.length <= answerBytes) return
  throw new RestError('PGRST100', `The answer is longer than ${answerBytes} bytes`, {
    hint: 'Ask for fewer rows or columns.',
  })
}

/** PUT writes one row: PostgreSQL refuses a payload that contains the key twice. */
function isSecondPut(error: unknown, request: ApiRequest): boolean {
  return request.action === 'put' && error instanceof StatementError && error.code === '21000'
}

function keyDiffers(cause?: unknown): RestError {
  return new RestError('PGRST115', 'Payload values do not match URL in primary key column(s)', { cause })
}

/** @throws {RestError} PGRST115, PGRST116, PGRST124, PGRST128 */
function checkRows(answer: Answer, compiled: Compiled, request: ApiRequest): void {
  if (request.accepted.explain) return
  if (request.action === 'put' && answer.rows !== 1) throw keyDiffers()
  const { handling, maxAffected } = request.preferences
  if (handling === 'strict' && maxAffected !== null && request.action !== 'read' && request.action !== 'insert') {
    if (!compiled.affectsRows) {
      throw new RestError(
        'PGRST128',
        'Function must return SETOF or TABLE when max-affected preference is used with handling=strict',
      )
    }
    if (answer.rows > maxAffected) {
      throw new RestError('PGRST124', 'Query result exceeds max-affected preference constraint', {
        details: `The query affects ${answer.rows} rows`,
      })
    }
  }
  const countsRows = compiled.body !== 'nothing' || request.action !== 'call'
  if (request.accepted.format === 'object' && countsRows && answer.rows !== 1) {
    throw new RestError('PGRST116', 'Cannot coerce the result to a single JSON object', {
      details: `The result contains ${answer.rows} rows`,
    })
  }
}
