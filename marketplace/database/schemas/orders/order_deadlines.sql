create table private.order_deadlines (
  order_id uuid not null references public.orders on delete cascade,
  event text not null,
  due_at timestamptz not null,
  primary key (order_id, event)
);
comment on table private.order_deadlines is 'Scheduled state changes of orders. Rows are deleted with the state that set them; private.pass_deadlines() handles due ones.';
create index order_deadlines_due_idx on private.order_deadlines (due_at);
alter table private.order_deadlines enable row level security;
