import {
  columnVisibilityFeature,
  type RowSelectionState,
  rowSelectionFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { KeyRound } from 'lucide-react'
import { useEffect, useMemo, useState } from 'react'
import type { Row, SqlAnswer } from './api.ts'
import { shortDate } from './ui.tsx'

export interface GridProps {
  readonly columns: SqlAnswer['columns']
  readonly rows: readonly Row[]
  readonly keys?: readonly string[]
  readonly hidden?: ReadonlySet<string>
  readonly onSort?: (column: string) => void
  /** Told of the selected rows, by index; without it none can be selected. */
  readonly onSelect?: (rows: readonly number[]) => void
  /** Keeps another value of a cell; without it none can be changed. */
  readonly onEdit?: (row: number, column: number, value: string | null) => Promise<unknown>
}

const features = tableFeatures({ columnVisibilityFeature, rowSelectionFeature })
const NUMBER = /^(int[248]|numeric|float[48]|money|oid)$/

/** Rows of a table or an answer. Double-click edits a cell. */
export function Grid({ columns, rows, keys = [], hidden, onSort, onSelect, onEdit }: GridProps) {
  const [edited, setEdited] = useState<{ row: number; column: number } | null>(null)
  const definitions = useMemo(
    () => columns.map(({ name }, index) => ({ id: `${index}`, header: name, accessorFn: (row: Row) => row[index] })),
    [columns],
  )
  const [rowSelection, setRowSelection] = useState<RowSelectionState>({})
  const columnVisibility = useMemo(
    () => Object.fromEntries(columns.map(({ name }, index) => [`${index}`, hidden?.has(name) !== true])),
    [columns, hidden],
  )
  const table = useTable({
    features,
    columns: definitions,
    data: rows,
    state: { rowSelection, columnVisibility },
    onRowSelectionChange: setRowSelection,
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows, no selection
  useEffect(() => setRowSelection({}), [rows])
  useEffect(() => onSelect?.(Object.keys(rowSelection).map(Number)), [rowSelection, onSelect])

  return (
    <div className="grid-scroll">
      <table className="grid">
        <thead>
          <tr>
            {onSelect && (
              <th className="check">
                <input
                  type="checkbox"
                  aria-label="Select all rows"
                  checked={rows.length > 0 && table.getIsAllRowsSelected()}
                  onChange={table.getToggleAllRowsSelectedHandler()}
                />
              </th>
            )}
            {table.getVisibleLeafColumns().map((column) => {
              const { name, type } = columns[Number(column.id)] ?? { name: '', type: '' }
              return (
                <th key={column.id} className={NUMBER.test(type) ? 'number' : ''}>
                  <button type="button" disabled={!onSort} onClick={() => onSort?.(name)}>
                    {name} {keys.includes(name) && <KeyRound size={13} aria-label="Primary key" />}
                  </button>
                  <code>{type}</code>
                </th>
              )
            })}
          </tr>
        </thead>
        <tbody>
          {table.getRowModel().rows.map((row) => (
            <tr key={row.id} aria-selected={row.getIsSelected()}>
              {onSelect && (
                <td className="check">
                  <input
                    type="checkbox"
                    aria-label={`Select row ${row.index + 1}`}
                    checked={row.getIsSelected()}
                    onChange={row.getToggleSelectedHandler()}
                  />
                </td>
              )}
              {row.getVisibleCells().map((cell) => {
                const index = Number(cell.column.id)
                const type = columns[index]?.type ?? ''
                const value = row.original[index] ?? null
                if (edited?.row === row.index && edited.column === index)
                  return (
                    <CellEditor
                      key={cell.id}
                      value={value}
                      onDone={() => setEdited(null)}
                      onSave={(next) => onEdit?.(row.index, index, next) ?? Promise.resolve()}
                    />
                  )
                return (
                  <td
                    key={cell.id}
                    className={NUMBER.test(type) ? 'number' : type === 'uuid' || /json|\[\]/.test(type) ? 'code' : ''}
                    title={value ?? undefined}
                    onDoubleClick={onEdit && (() => setEdited({ row: row.index, column: index }))}
                  >
                    {value === null ? <span className="null">null</span> : shown(value, type)}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Values at a glance; the tooltip has all. */
function shown(value: string, type: string): string {
  if (type === 'uuid') return value.slice(0, 8)
  if (type.startsWith('timestamp')) return shortDate(value) || value
  return value.length > 120 ? `${value.slice(0, 120)}…` : value
}

function CellEditor({
  value,
  onSave,
  onDone,
}: {
  readonly value: string | null
  readonly onSave: (value: string | null) => Promise<unknown>
  readonly onDone: () => void
}) {
  const [text, setText] = useState(value ?? '')
  const save = (next: string | null) => void (next === value ? Promise.resolve() : onSave(next)).finally(onDone)
  return (
    <td className="editing">
      <input
        // biome-ignore lint/a11y/noAutofocus: it is where the cell was double-clicked
        autoFocus
        aria-label="Value"
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') save(text)
          if (event.key === 'Escape') onDone()
        }}
      />
      <button type="button" onClick={() => save(null)}>
        null
      </button>
    </td>
  )
}
