import { describe, expect, test } from 'vitest'
import { visitor } from '../server.ts'

/** Every kind of relationship in a schema, through the client, with complete results. */
const anna = visitor()
const from = (table: string) => anna.from(table)

interface Answer {
  readonly data: unknown
  readonly count: number | null
  readonly status: number
  readonly statusText: string
  readonly error: unknown
}
type Use = [call: () => PromiseLike<Answer>, data: unknown, count?: number]

const KINDS: Record<string, Use[]> = {
  'many-to-one': [
    [
      () => from('library_loans').select('id, library_books(title)').eq('id', 3),
      [{ id: 3, library_books: { title: 'Boats' } }],
    ],
    // By the column and by the constraint of the foreign key.
    [() => from('library_loans').select('book_id(id)').eq('id', 3), [{ book_id: { id: 3 } }]],
    [
      () => from('library_loans').select('library_loans_book_id_fkey(id)').eq('id', 3),
      [{ library_loans_book_id_fkey: { id: 3 } }],
    ],
    [
      () => from('library_loans').select('id, lender:library_members!lender_id(name)').order('id'),
      [
        { id: 1, lender: { name: 'Ben' } },
        { id: 2, lender: null },
        { id: 3, lender: { name: 'Ada' } },
      ],
    ],
    [
      () =>
        from('library_loans')
          .select('id, lender:library_members!lender_id!inner(name)', { count: 'exact' })
          .eq('lender.name', 'Ben'),
      [{ id: 1, lender: { name: 'Ben' } }],
      1,
    ],
    [() => from('library_loans').select('id, ...library_books(title)').eq('id', 3), [{ id: 3, title: 'Boats' }]],
    [
      () => from('library_loans').select('id, library_books()').order('library_books(title)').order('id').limit(2),
      [{ id: 1 }, { id: 2 }],
    ],
  ],
  'one-to-many': [
    [
      () => from('library_books').select('id, library_loans(id)').in('id', [1, 3]).order('id'),
      [
        { id: 1, library_loans: [] },
        { id: 3, library_loans: [{ id: 3 }] },
      ],
    ],
    [
      () =>
        from('library_books')
          .select('id, library_loans(id)')
          .eq('id', 2)
          .order('id', { referencedTable: 'library_loans', ascending: false })
          .range(1, 1, { referencedTable: 'library_loans' }),
      [{ id: 2, library_loans: [{ id: 1 }] }],
    ],
    [
      () =>
        from('library_books').select('id, library_loans()', { count: 'exact' }).is('library_loans', null).order('id'),
      [{ id: 1 }, { id: 4 }],
      2,
    ],
    [
      () => from('library_books').select('id, library_loans!inner(id)').is('library_loans.returned', true),
      [{ id: 2, library_loans: [{ id: 1 }] }],
    ],
    [
      () =>
        from('library_books')
          .select('id, ...library_loans(loans:id)')
          .eq('id', 2)
          .order('id', { referencedTable: 'library_loans' }),
      [{ id: 2, loans: [1, 2] }],
    ],
    [() => from('library_books').select('library_loans(count)').eq('id', 2), [{ library_loans: [{ count: 2 }] }]],
  ],
  'one-to-one': [
    [
      () => from('library_members').select('name, library_profiles(motto)').in('id', [1, 2]).order('id'),
      [
        { name: 'Ada', library_profiles: { motto: 'Count everything' } },
        { name: 'Ben', library_profiles: null },
      ],
    ],
    [() => from('library_profiles').select('library_members(name)'), [{ library_members: { name: 'Ada' } }]],
    [() => from('library_members').select('name, library_profiles!inner()', { count: 'exact' }), [{ name: 'Ada' }], 1],
  ],
  'many-to-many': [
    [
      () =>
        from('library_books')
          .select('id, library_subjects(label)')
          .gte('id', 3)
          .order('id')
          .order('label', { referencedTable: 'library_subjects' }),
      [
        { id: 3, library_subjects: [{ label: 'sea' }] },
        { id: 4, library_subjects: [{ label: 'animals' }, { label: 'sea' }] },
      ],
    ],
    [
      () =>
        from('library_subjects')
          .select('label, library_books!library_book_subjects(id)')
          .eq('id', 2)
          .order('id', { referencedTable: 'library_books' }),
      [{ label: 'sea', library_books: [{ id: 3 }, { id: 4 }] }],
    ],
    [() => from('library_subjects').select('label, library_books()').is('library_books', null), [{ label: 'empty' }]],
    [
      () =>
        from('library_subjects').select('label, library_books!inner(id)', { count: 'exact' }).eq('library_books.id', 3),
      [{ label: 'sea', library_books: [{ id: 3 }] }],
      1,
    ],
    // The junction itself is an ordinary table.
    [
      () => from('library_book_subjects').select('library_books(id), library_subjects(label)').eq('book_id', 1),
      [{ library_books: { id: 1 }, library_subjects: { label: 'animals' } }],
    ],
  ],
  'a table with itself': [
    [
      () => from('library_members').select('name, mentor:mentor_id(name)').in('id', [1, 2]).order('id'),
      [
        { name: 'Ada', mentor: null },
        { name: 'Ben', mentor: { name: 'Ada' } },
      ],
    ],
    [
      () =>
        from('library_members')
          .select('pupils:library_members(name)')
          .eq('id', 1)
          .order('name', { referencedTable: 'pupils' }),
      [{ pupils: [{ name: 'Ben' }, { name: 'Cid' }] }],
    ],
    [
      () =>
        from('library_members')
          .select('name, mentor:mentor_id!inner(pupils:library_members!mentor_id(id))')
          .eq('id', 3)
          .order('id', { referencedTable: 'mentor.pupils' }),
      [{ name: 'Cid', mentor: { pupils: [{ id: 2 }, { id: 3 }] } }],
    ],
  ],
  'a key of several columns': [
    [
      () => from('library_bookings').select('id, library_rooms(seats)').order('id'),
      [
        { id: 1, library_rooms: { seats: 8 } },
        { id: 2, library_rooms: { seats: 2 } },
        { id: 3, library_rooms: { seats: 8 } },
      ],
    ],
    [
      () =>
        from('library_rooms')
          .select('seats, library_bookings(id)')
          .eq('building', 'north')
          .order('seats')
          .order('id', { referencedTable: 'library_bookings' }),
      [
        { seats: 4, library_bookings: [] },
        { seats: 8, library_bookings: [{ id: 1 }, { id: 3 }] },
      ],
    ],
  ],
  'a function to one row': [
    [
      () =>
        from('library_members')
          .select('name, library_best_friend(name, library_profiles(motto))')
          .in('id', [1, 2])
          .order('id'),
      [
        { name: 'Ada', library_best_friend: null },
        { name: 'Ben', library_best_friend: { name: 'Ada', library_profiles: { motto: 'Count everything' } } },
      ],
    ],
    [
      () => from('library_members').select('name, library_best_friend()').is('library_best_friend', null),
      [{ name: 'Ada' }],
    ],
  ],
  'a function to many rows': [
    [
      () => from('library_books').select('id, mates:library_shelf_mates(id, library_loans(id))').eq('id', 1),
      [{ id: 1, mates: [{ id: 4, library_loans: [] }] }],
    ],
    [
      () =>
        from('library_books')
          .select('id, library_shelf_mates!inner(id)', { count: 'exact' })
          .eq('library_shelf_mates.id', 3),
      [{ id: 2, library_shelf_mates: [{ id: 3 }] }],
      1,
    ],
  ],
  'a view with tables': [
    [
      () => from('library_open_loans').select('id, library_books(title), library_members(name)').eq('id', 3),
      [{ id: 3, library_books: { title: 'Boats' }, library_members: { name: 'Ben' } }],
    ],
    [
      () => from('library_books').select('id, library_open_loans(borrower_name)').eq('id', 3),
      [{ id: 3, library_open_loans: [{ borrower_name: 'BEN' }] }],
    ],
  ],
  'a view with a view, and a materialized one': [
    [
      () => from('library_shelf').select('id, library_lent_out(loan), library_topics(label)').eq('id', 1),
      [{ id: 1, library_lent_out: [], library_topics: [{ label: 'animals' }] }],
    ],
    [
      () => from('library_lent_out').select('loan, library_shelf(title)').eq('loan', 2),
      [{ loan: 2, library_shelf: null }],
    ],
  ],
  'a partitioned table': [
    [
      () => from('library_visits').select('minutes, library_members(name)').eq('minutes', 10),
      [{ minutes: 10, library_members: { name: 'Ben' } }],
    ],
    [
      () =>
        from('library_members')
          .select('name, library_visits(minutes)')
          .eq('id', 1)
          .order('minutes', { referencedTable: 'library_visits' }),
      [{ name: 'Ada', library_visits: [{ minutes: 30 }, { minutes: 45 }] }],
    ],
  ],
  'a foreign key that is not enforced': [
    [
      () => from('library_wishes').select('id, library_books(id)').in('id', [1, 3]).order('id'),
      [
        { id: 1, library_books: { id: 4 } },
        { id: 3, library_books: null },
      ],
    ],
  ],
  'what a function returns': [
    [
      () => anna.rpc('library_search', { words: 'boats' }).select('title, library_loans(id), library_subjects(label)'),
      [{ title: 'Boats', library_loans: [{ id: 3 }], library_subjects: [{ label: 'sea' }] }],
    ],
  ],
  'what a write returns': [
    [
      () =>
        from('library_books')
          .update({ state: 'lent' })
          .eq('id', 3)
          .select('id, library_loans(id, library_members!borrower_id(name)), library_subjects(label)'),
      [
        {
          id: 3,
          library_loans: [{ id: 3, library_members: { name: 'Ben' } }],
          library_subjects: [{ label: 'sea' }],
        },
      ],
    ],
  ],
}

describe.each(Object.entries(KINDS))('%s', (_kind, uses) => {
  test.each(uses.map((use, index) => [index + 1, ...use] as const))('%i', async (_number, call, expected, total) => {
    const { data, count, status, statusText, error } = await call()
    expect({ data, count, status, statusText, error }).toEqual({
      data: expected,
      count: total ?? null,
      status: 200,
      statusText: 'OK',
      error: null,
    })
  })
})
