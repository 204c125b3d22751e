import Type, { type Static } from 'typebox'
import { Compile } from 'typebox/schema'
import { S3Error } from './errors.ts'

const Policy = Type.Object({
  expiration: Type.String(),
  conditions: Type.Array(
    Type.Union([
      Type.Tuple([Type.Literal('content-length-range'), Type.Integer({ minimum: 0 }), Type.Integer({ minimum: 0 })]),
      Type.Tuple([Type.Enum(['eq', 'starts-with']), Type.String({ pattern: '^\\$' }), Type.String()]),
      Type.Record(Type.String(), Type.String()),
    ]),
    { maxItems: 200 },
  ),
})
type Policy = Static<typeof Policy>
const schema = Compile(Policy)

/** Fields that no condition has to name. */
const FREE = new Set(['policy', 'x-amz-signature', 'file'])

/** Bytes that the file may have. */
export interface SizeRange {
  readonly least: number
  readonly most: number
}

/**
 * Checks a form against its policy (Amazon S3 reference, "POST Policy"): each condition holds, and each field is named by one.
 * @param fields by lower-case name, with `bucket`
 * @throws {S3Error} InvalidPolicyDocument; AccessDenied with the condition that failed
 */
export function requirePolicy(fields: ReadonlyMap<string, string>, now = new Date()): SizeRange {
  const policy = readPolicy(fields.get('policy') ?? '')
  const refuse = (why: string) => new S3Error('AccessDenied', `Invalid according to Policy: ${why}`)
  if (!(Date.parse(policy.expiration) > now.getTime())) throw refuse('Policy expired.')
  const named = new Set<string>()
  const size = { least: 0, most: Number.POSITIVE_INFINITY }
  for (const condition of policy.conditions) {
    if (Array.isArray(condition) && condition[0] === 'content-length-range') {
      size.least = Math.max(size.least, condition[1])
      size.most = Math.min(size.most, condition[2])
      continue
    }
    for (const [how, name, wanted] of comparisons(condition)) {
      named.add(name)
      const given = fields.get(name) ?? ''
      if (how === 'eq' ? given === wanted : given.startsWith(wanted)) continue
      throw refuse(`Policy Condition failed: ${JSON.stringify([how, `$${name}`, wanted])}`)
    }
  }
  const extra = [...fields.keys()].filter(
    (name) => !named.has(name) && !FREE.has(name) && name !== 'bucket' && !name.startsWith('x-ignore-'),
  )
  if (extra.length > 0) throw refuse(`Extra input fields: ${extra.join(', ')}`)
  return size
}

type Condition = Exclude<Policy['conditions'][number], [unknown, number, number]>

function comparisons(condition: Condition): readonly (readonly ['eq' | 'starts-with', string, string])[] {
  if (Array.isArray(condition)) return [[condition[0], condition[1].slice(1).toLowerCase(), condition[2]]]
  return Object.entries(condition).map(([name, wanted]) => ['eq', name.toLowerCase(), wanted])
}

function readPolicy(text: string): Policy {
  try {
    return schema.Parse(JSON.parse(Buffer.from(text, 'base64').toString('utf8')))
  } catch (cause) {
    throw new S3Error('InvalidPolicyDocument', 'The policy of the form is not valid', { cause })
  }
}
