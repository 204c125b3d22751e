-- The address book and the address of an order, for the function `addresses`, which encrypts and decrypts them. Security definer, all of them: the
-- tables are closed, and an encrypted address is useless without the key.

create or replace function public.my_addresses() returns jsonb
language plpgsql stable security definer set search_path = '' as $$
begin
  perform private.refuse_if(auth.uid() is null or not private.second_factor_shown(), 'SK360', 'orders_signed_out');
  return coalesce((select jsonb_agg(jsonb_build_object('id', known.id, 'sealed', known.sealed) order by known.created_at desc, known.id)
    from private.addresses known where known.user_id = auth.uid()), '[]');
end
$$;
comment on function public.my_addresses() is 'The caller''s saved addresses, encrypted, newest first.';
grant execute on function public.my_addresses() to authenticated;

create or replace function public.save_address(address_id uuid, sealed text, country text, is_new boolean) returns void
language plpgsql security definer set search_path = '' as $$
declare
  me uuid := auth.uid();
begin
  perform private.refuse_if(me is null or not private.second_factor_shown(), 'SK360', 'orders_signed_out');
  perform private.refuse_if(coalesce(char_length(save_address.sealed), 0) not between 1 and 4000
    or coalesce(save_address.country, '') !~ '^[A-Z]{2}$', 'SK930', 'address_wrong');
  if not is_new then
    update private.addresses known set sealed = save_address.sealed, country = save_address.country where known.id = address_id and known.user_id = me;
    perform private.refuse_if(not found, 'SK369', 'no_such_address');
    return;
  end if;
  -- Serialised, or two concurrent calls could both save the tenth.
  perform from public.profiles profile where profile.id = me for no key update;
  perform private.refuse_if((select count(*) from private.addresses known where known.user_id = me) >= 10, 'SK390', 'too_many_addresses');
  insert into private.addresses (id, user_id, sealed, country) values (address_id, me, save_address.sealed, save_address.country);
end
$$;
comment on function public.save_address(uuid, text, text, boolean) is 'Saves or changes an encrypted address of the caller; ten at most.';
grant execute on function public.save_address(uuid, text, text, boolean) to authenticated;

create or replace function public.delete_address(address_id uuid) returns void
language plpgsql security definer set search_path = '' as $$
begin
  perform private.refuse_if(auth.uid() is null or not private.second_factor_shown(), 'SK360', 'orders_signed_out');
  delete from private.addresses known where known.id = address_id and known.user_id = auth.uid();
end
$$;
comment on function public.delete_address(uuid) is 'Deletes a saved address of the caller; orders keep their own copy until they end.';
grant execute on function public.delete_address(uuid) to authenticated;

create or replace function public.order_address(order_id uuid) returns text
language plpgsql stable security definer set search_path = '' as $$
declare
  bought public.orders := private.find_own_order(order_address.order_id, 'either');
  sealed text;
begin
  select known.sealed into sealed from private.order_addresses known where known.order_id = bought.id;
  perform private.refuse_if(not found, 'SK391', 'no_order_address');
  return sealed;
end
$$;
comment on function public.order_address(uuid) is 'The encrypted delivery address of an order: for its buyer, and for its seller from payment until the order ends.';
grant execute on function public.order_address(uuid) to authenticated;
