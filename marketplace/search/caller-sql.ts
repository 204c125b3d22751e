import type { BoundValue, CallerSql } from 'souk-backend'
import type postgres from 'souk-backend/postgres'

/** The statements of a search over any connection, with the caller's rights. */
export function callerSql(sql: postgres.ISql<Record<never, never>>): CallerSql {
  const query = async <Row extends object>(text: string, values: readonly BoundValue[]): Promise<Row[]> => {
    const bound = values.map((value) => {
      if (value === null || value === undefined) return null
      return typeof value === 'object' ? JSON.stringify(value) : String(value)
    })
    // Values are sent as text, whatever their types.
    const texts = text.replace(/\$(\d+)::(?!text\b)/g, '$$$1::text::')
    const asked = `with asked as (${texts}) select coalesce(json_agg(asked), '[]')::text as rows from asked`
    const [row] = await sql.unsafe<{ rows: string }[]>(asked, bound)
    return JSON.parse(row?.rows ?? '[]') as Row[] // the statement defines the columns
  }
  const tagged = <Row extends object>(strings: TemplateStringsArray, ...values: readonly BoundValue[]) =>
    query<Row>(
      strings.reduce((text, part, place) => `${text}$${place}${part}`),
      values,
    )
  return Object.assign(tagged, { query })
}
