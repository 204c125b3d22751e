import {
  ArrowDownUp,
  ChevronLeft,
  ChevronRight,
  Columns3,
  Download,
  Pencil,
  Plus,
  ShieldCheck,
  Trash2,
  X,
} from 'lucide-react'
import { unparse } from 'papaparse'
import { useCallback, useEffect, useState } from 'react'
import { Grid } from '../Grid.tsx'
import {
  type Column,
  deleteRows,
  type Filter,
  insertRow,
  listTables,
  OPERATORS,
  PAGE_ROWS,
  readPolicies,
  readRows,
  type Sort,
  type TableName,
  turnOnSecurity,
  updateRow,
} from '../tables.ts'
import { Button, download, Empty, Form, Heading, Panel, Problem, useLoaded, useWork } from '../ui.tsx'

export function TablesPage({ place }: { readonly place: string }) {
  const { data: tables, error, reload } = useLoaded(listTables)
  const shown = tables?.find(({ schema, name }) => `${schema}.${name}` === place) ?? tables?.[0]
  return (
    <>
      <TableList tables={tables ?? []} current={shown} />
      <main>
        <Problem error={error} />
        {shown && (
          <TableView key={`${shown.schema}.${shown.name}`} schema={shown.schema} name={shown.name} onChange={reload} />
        )}
        {tables?.length === 0 && <Empty>No tables yet. Make one in SQL, or with a migration.</Empty>}
      </main>
    </>
  )
}

function TableList({
  tables,
  current,
}: {
  readonly tables: readonly TableName[]
  readonly current: TableName | undefined
}) {
  const [search, setSearch] = useState('')
  const found = tables.filter(({ name }) => name.includes(search.toLowerCase()))
  const schemas = [...new Set(found.map(({ schema }) => schema))]
  return (
    <div className="list">
      <input
        type="search"
        placeholder="Find a table"
        aria-label="Find a table"
        value={search}
        onChange={(event) => setSearch(event.target.value)}
      />
      {schemas.map((schema) => (
        <details key={schema} open={schema === (current?.schema ?? 'public') || search !== ''}>
          <summary>{schema}</summary>
          {found
            .filter((table) => table.schema === schema)
            .map((table) => (
              <a
                key={table.name}
                href={`#/tables/${encodeURIComponent(`${schema}.${table.name}`)}`}
                aria-current={table === current ? 'true' : undefined}
              >
                {table.name} <span>{table.rows}</span>
              </a>
            ))}
        </details>
      ))}
    </div>
  )
}

type Aside = 'add' | 'edit' | 'policies' | 'filter' | 'columns' | null

function TableView({
  schema,
  name,
  onChange,
}: {
  readonly schema: string
  readonly name: string
  readonly onChange: () => void
}) {
  const [filters, setFilters] = useState<readonly Filter[]>([])
  const [sort, setSort] = useState<Sort | null>(null)
  const [offset, setOffset] = useState(0)
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const [selected, setSelected] = useState<readonly number[]>([])
  const [aside, setAside] = useState<Aside>(null)
  const load = useCallback(
    () => readRows([schema, name], { filters, sort, offset }),
    [schema, name, filters, sort, offset],
  )
  const { data, error, reload } = useLoaded(load)
  const work = useWork()
  const table = [schema, name] as const
  const columns = data?.columns ?? []
  const rows = data?.answer.rows ?? []
  const chosen = selected.map((index) => rows[index]).filter((row) => row !== undefined)
  const keys = columns.filter(({ isKey }) => isKey).map((column) => column.name)
  const done = () => {
    setAside(null)
    reload()
    onChange()
  }
  const filter = (next: readonly Filter[]) => {
    setFilters(next)
    setOffset(0)
  }
  return (
    <>
      <Heading title={name} note={data && `${data.count} ${data.count === 1 ? 'row' : 'rows'}`}>
        <Button onClick={() => setAside('policies')}>
          <ShieldCheck size={16} /> Policies
        </Button>
        <Button onClick={() => setAside('columns')}>
          <Columns3 size={16} /> Columns
        </Button>
        <Button
          onClick={() =>
            download(
              `${name}.csv`,
              unparse({ fields: columns.map((one) => one.name), data: rows.map((row) => [...row]) }),
            )
          }
        >
          <Download size={16} /> CSV
        </Button>
        <Button kind="main" onClick={() => setAside('add')}>
          <Plus size={16} /> Add row
        </Button>
      </Heading>
      <div className="bar">
        {filters.map((one) => (
          <span className="chip" key={`${one.column} ${one.operator} ${one.value}`}>
            <b>{one.column}</b> {one.operator} <b>{one.operator === 'is null' ? '' : one.value}</b>
            <button
              type="button"
              aria-label="Remove filter"
              onClick={() => filter(filters.filter((other) => other !== one))}
            >
              <X size={14} />
            </button>
          </span>
        ))}
        <Button kind="quiet" onClick={() => setAside('filter')}>
          <Plus size={16} /> Filter
        </Button>
        {sort && (
          <Button kind="quiet" className="end" onClick={() => setSort(null)}>
            <ArrowDownUp size={14} /> {sort.column}, {sort.isDescending ? 'descending' : 'ascending'}
          </Button>
        )}
      </div>
      <Problem error={error ?? work.error} />
      <div className="with-panel">
        <Grid
          columns={data?.answer.columns ?? []}
          rows={rows}
          keys={keys}
          hidden={hidden}
          onSort={(column) =>
            setSort(
              sort?.column === column ? { column, isDescending: !sort.isDescending } : { column, isDescending: false },
            )
          }
          {...(keys.length > 0
            ? {
                onSelect: setSelected,
                onEdit: (row: number, column: number, value: string | null) =>
                  work.run(async () => {
                    const [target, edited] = [rows[row], columns[column]]
                    if (target && edited) await updateRow(table, columns, target, new Map([[edited, value]]))
                    reload()
                  }),
              }
            : {})}
        />
        {aside === 'filter' && (
          <Panel title="Filter" onClose={() => setAside(null)}>
            <FilterForm
              columns={columns}
              onAdd={(one) => {
                filter([...filters, one])
                setAside(null)
              }}
            />
          </Panel>
        )}
        {aside === 'columns' && (
          <Panel title="Columns" onClose={() => setAside(null)}>
            {columns.map((column) => (
              <label className="line" key={column.name}>
                <input
                  type="checkbox"
                  checked={!hidden.has(column.name)}
                  onChange={() =>
                    setHidden(
                      new Set(
                        [...hidden].includes(column.name)
                          ? [...hidden].filter((one) => one !== column.name)
                          : [...hidden, column.name],
                      ),
                    )
                  }
                />
                {column.name} <code>{column.type}</code>
              </label>
            ))}
          </Panel>
        )}
        {aside === 'policies' && (
          <Panel title="Policies" note={name} onClose={() => setAside(null)}>
            <PolicyList table={table} />
          </Panel>
        )}
        {(aside === 'add' || (aside === 'edit' && chosen[0])) && (
          <Panel title={aside === 'add' ? 'Add row' : 'Edit row'} note={name} onClose={() => setAside(null)}>
            <RowForm
              columns={columns}
              row={aside === 'edit' ? chosen[0] : undefined}
              onSave={async (given) => {
                if (aside === 'add') await insertRow(table, given)
                else if (chosen[0] && given.size > 0) await updateRow(table, columns, chosen[0], given)
                done()
              }}
            />
          </Panel>
        )}
      </div>
      <footer className="foot">
        {chosen.length > 0 && (
          <>
            <b>{chosen.length} selected</b>
            {chosen.length === 1 && keys.length > 0 && (
              <Button onClick={() => setAside('edit')}>
                <Pencil size={16} /> Edit
              </Button>
            )}
            <Button
              kind="danger"
              onClick={() => {
                const rowsText = chosen.length === 1 ? 'this row' : `these ${chosen.length} rows`
                if (confirm(`Delete ${rowsText}?`))
                  void work.run(async () => deleteRows(table, columns, chosen)).then(done)
              }}
            >
              <Trash2 size={16} /> Delete
            </Button>
          </>
        )}
        <span className="end note">
          {data && data.count > 0 ? `${offset + 1}–${offset + rows.length} of ${data.count}` : ''}
        </span>
        <Button
          kind="quiet"
          aria-label="Previous rows"
          disabled={offset === 0}
          onClick={() => setOffset(Math.max(0, offset - PAGE_ROWS))}
        >
          <ChevronLeft size={18} />
        </Button>
        <Button
          kind="quiet"
          aria-label="Next rows"
          disabled={!data || offset + rows.length >= data.count}
          onClick={() => setOffset(offset + PAGE_ROWS)}
        >
          <ChevronRight size={18} />
        </Button>
      </footer>
    </>
  )
}

function FilterForm({
  columns,
  onAdd,
}: {
  readonly columns: readonly Column[]
  readonly onAdd: (filter: Filter) => void
}) {
  const add = async (fields: FormData) =>
    onAdd({
      column: String(fields.get('column')),
      operator: String(fields.get('operator')) as Filter['operator'], // of the options below
      value: String(fields.get('value')),
    })
  return (
    <Form action="Add filter" onSubmit={add}>
      <label>
        Column
        <select name="column">
          {columns.map(({ name }) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <label>
        Condition
        <select name="operator">
          {Object.keys(OPERATORS).map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <label>
        Value
        <input name="value" />
      </label>
    </Form>
  )
}

/** Fields left as they are, or empty in a new row, are not written. */
function RowForm({
  columns,
  row,
  onSave,
}: {
  readonly columns: readonly Column[]
  readonly row: readonly (string | null)[] | undefined
  readonly onSave: (given: ReadonlyMap<Column, string | null>) => Promise<void>
}) {
  const save = (fields: FormData) => {
    const given = new Map<Column, string | null>()
    columns.forEach((column, index) => {
      const text = fields.get(`value-${column.name}`)
      if (typeof text !== 'string') return
      const before = row?.[index] ?? null
      if (fields.has(`null-${column.name}`)) {
        if (before !== null) given.set(column, null)
      } else if (row ? text !== before : text !== '') given.set(column, text)
    })
    return onSave(given)
  }
  return (
    <Form action="Save" onSubmit={save}>
      {columns
        .filter(({ isGenerated }) => !isGenerated)
        .map((column) => (
          <RowField
            key={column.name}
            column={column}
            value={row ? (row[columns.indexOf(column)] ?? null) : undefined}
          />
        ))}
    </Form>
  )
}

function RowField({ column, value }: { readonly column: Column; readonly value: string | null | undefined }) {
  const [isNull, setNull] = useState(value === null)
  useEffect(() => setNull(value === null), [value])
  return (
    <label>
      <span>
        {column.name} <code>{column.type}</code>
        {value !== undefined && (
          <span className="end">
            <input
              type="checkbox"
              name={`null-${column.name}`}
              checked={isNull}
              onChange={(event) => setNull(event.target.checked)}
            />{' '}
            null
          </span>
        )}
      </span>
      <textarea
        name={`value-${column.name}`}
        rows={1}
        defaultValue={value ?? ''}
        placeholder={value === undefined ? 'Default' : undefined}
        onChange={() => setNull(false)}
      />
    </label>
  )
}

function PolicyList({ table }: { readonly table: readonly [string, string] }) {
  const [schema, name] = table
  const load = useCallback(() => readPolicies([schema, name]), [schema, name])
  const { data, error, reload } = useLoaded(load)
  const work = useWork()
  return (
    <>
      <Problem error={error ?? work.error} />
      {data && !data.isOn && (
        <>
          <p className="problem">Row level security is off: every role with a grant sees every row.</p>
          <Button onClick={() => void work.run(() => turnOnSecurity(table)).then(reload)}>Turn it on</Button>
        </>
      )}
      {data?.isOn && data.list.length === 0 && <Empty>No policies: nobody but the secret key sees a row.</Empty>}
      {data?.list.map((policy) => (
        <section className="policy" key={policy.name}>
          <h3>{policy.name}</h3>
          <p className="note">
            {policy.command}, {policy.roles}
          </p>
          {policy.using !== null && <pre>using {policy.using}</pre>}
          {policy.check !== null && <pre>with check {policy.check}</pre>}
        </section>
      ))}
    </>
  )
}
