-- The handover code of a deal or order, replaced after five wrong attempts.
create or replace function private.issue_handover_code(agreement uuid) returns text
language plpgsql set search_path = '' as $$
declare
  most constant smallint := 5;
  kept private.handover_codes;
begin
  insert into private.handover_codes as known (agreement_id) values (agreement)
  on conflict on constraint handover_codes_pkey do update set
    round = known.round + (known.attempts >= most)::integer,
    attempts = case when known.attempts >= most then 0 else known.attempts end
  returning * into kept;
  return private.handover_code(agreement, kept.round);
end
$$;

-- Returns the attempts left, or null if correct. Does not raise, since that would roll back the count.
create or replace function private.check_handover_code(agreement uuid, code text) returns integer
language plpgsql set search_path = '' as $$
declare
  most constant smallint := 5;
  kept private.handover_codes;
begin
  select * into kept from private.handover_codes known where known.agreement_id = agreement for update;
  perform private.refuse_if(not found, 'SK329', 'code_not_opened');
  perform private.refuse_if(kept.attempts >= most, 'SK330', 'too_many_wrong_codes');
  if btrim(coalesce(check_handover_code.code, '')) <> private.handover_code(agreement, kept.round) then
    update private.handover_codes known set attempts = known.attempts + 1 where known.agreement_id = agreement;
    return most - kept.attempts - 1;
  end if;
  delete from private.handover_codes known where known.agreement_id = agreement;
  return null;
end
$$;

create or replace function public.show_handover_code(deal_id uuid) returns text
language plpgsql security definer set search_path = '' as $$
declare
  deal public.deals := private.lock_own_deal(show_handover_code.deal_id, array['agreed', 'scheduled'], private.problem('SK316', 'on_its_way'));
begin
  perform private.refuse_if(deal.buyer_id <> auth.uid(), 'SK327', 'code_is_buyers');
  return private.issue_handover_code(deal.id);
end
$$;
comment on function public.show_handover_code(uuid) is
  'The four-digit code that the buyer shows the seller at the handover: always the same, and replaced after five wrong attempts only.';
grant execute on function public.show_handover_code(uuid) to authenticated;

-- Completes a deal and sells one unit. Security definer: for functions and the job.
create or replace function private.complete_deal(wanted uuid, who uuid) returns public.deals
language plpgsql security definer set search_path = '' as $$
declare
  deal public.deals;
  ad public.listings;
begin
  -- Via handed_over, so that the log has both events.
  update public.deals known set state = 'handed_over', handed_over_at = now(), changed_at = now()
    where known.id = wanted and known.state in ('agreed', 'scheduled');
  update public.deals known set state = 'completed', ended_at = now(), ended_by = who, changed_at = now()
    where known.id = wanted returning * into deal;
  select * into ad from public.listings listing where listing.id = deal.listing_id;
  if ad.state in ('active', 'reserved') then
    perform private.settle_sale(ad, deal.amount_minor, 'here');
  end if;
  if exists (select from public.orders bought where bought.deal_id = deal.id and bought.paid_at is not null) then
    return deal; -- the order logs it
  end if;
  perform private.post_system_message(deal.conversation_id, coalesce(who, deal.buyer_id), 'deal_completed', jsonb_build_object('deal_id', deal.id));
  perform private.notify(person, 'deal_completed', private.deal_facts(deal, private.other_of_deal(deal, person)), deal.id::text)
    from unnest(array[deal.buyer_id, deal.seller_id]) as person where person is distinct from who;
  return deal;
end
$$;

create or replace function public.enter_handover_code(deal_id uuid, code text) returns jsonb
language plpgsql security definer set search_path = '' as $$
declare
  deal public.deals := private.lock_own_deal(enter_handover_code.deal_id, array['agreed', 'scheduled'], private.problem('SK316', 'on_its_way'));
  tries integer;
begin
  perform private.refuse_if(deal.seller_id <> auth.uid(), 'SK328', 'seller_enters_code');
  tries := private.check_handover_code(deal.id, enter_handover_code.code);
  if tries is not null then
    return jsonb_build_object('accepted', false, 'tries_left', tries);
  end if;
  return jsonb_build_object('accepted', true, 'deal', to_jsonb(private.complete_deal(deal.id, auth.uid())));
end
$$;
comment on function public.enter_handover_code(uuid, text) is 'Completes the deal with the buyer''s code, entered by the seller. Returns {accepted, tries_left} or {accepted, deal}.';
grant execute on function public.enter_handover_code(uuid, text) to authenticated;

create or replace function public.confirm_deal_receipt(deal_id uuid) returns public.deals
language plpgsql security definer set search_path = '' as $$
declare
  deal public.deals := private.lock_own_deal(confirm_deal_receipt.deal_id, array['agreed', 'scheduled', 'handed_over', 'completed'], null);
begin
  perform private.refuse_if(deal.buyer_id <> auth.uid(), 'SK331', 'buyer_confirms_receipt');
  if deal.state = 'completed' then
    return deal;
  end if;
  return private.complete_deal(deal.id, auth.uid());
end
$$;
comment on function public.confirm_deal_receipt(uuid) is 'Completes the deal on behalf of the buyer, with or without a code.';
grant execute on function public.confirm_deal_receipt(uuid) to authenticated;

create or replace function private.handover_code(deal uuid, round smallint) returns text
language sql stable set search_path = ''
return (
  select lpad((('x' || left(encode(extensions.hmac(convert_to(deal || ':' || round, 'UTF8'), kept.secret, 'sha256'), 'hex'), 8))::bit(32)::bigint
    % 10000)::text, 4, '0')
  from private.handover_secret kept
);
