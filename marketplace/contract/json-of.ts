/**
 * A value that the database keeps or builds as jsonb, as what its reader says it is. The shape is a promise of the SQL that
 * writes it, held by the policy tests; here only a value that is missing altogether is found out.
 */
export function jsonOf<Shape extends object>(json: unknown): Shape {
  if (typeof json !== 'object' || json === null) throw new TypeError('The database answered without a value')
  return json as Shape
}
