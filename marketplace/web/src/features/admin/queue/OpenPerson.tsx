import { standingName } from '../state-words.ts'
import type { QueueItem } from './types.ts'

/** Opens the record of the person whom a case is about. */
export function OpenPerson({ person, onOpen }: { person: NonNullable<QueueItem['person']>; onOpen: () => void }) {
  return (
    <button type="button" className="hit-44 type-small min-w-0 truncate font-semibold text-brand" onClick={onOpen}>
      {person.display_name}
      {person.standing === 'good' ? '' : ` (${standingName(person.standing)})`}
    </button>
  )
}
