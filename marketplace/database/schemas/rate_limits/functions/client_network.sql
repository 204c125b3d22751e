-- The network of a visitor, for limits and counters: the address that the server wrote into the request, never a value from the client.

create or replace function private.client_network(bits integer default 32) returns text
language sql stable set search_path = ''
return (
  select case
    -- One customer has a whole /64 of IPv6 (RFC 6177).
    when address like '%:%' then host(network(set_masklen(split_part(address, '%', 1)::inet, 64)))
    when address ~ '^\d{1,3}(\.\d{1,3}){3}$' then host(network(set_masklen(address::inet, bits)))
  end
  from (select btrim(reverse(split_part(reverse(
    coalesce(nullif(current_setting('request.headers', true), ''), '{}')::jsonb ->> 'x-forwarded-for'), ',', 1)))) as sent (address));
comment on function private.client_network(integer) is 'The client''s network, with this prefix length for IPv4; null without an HTTP request.';
