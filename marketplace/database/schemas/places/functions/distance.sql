create or replace function private.distance_km(from_lat float8, from_lng float8, to_lat float8, to_lng float8) returns float8
language sql immutable parallel safe
return 12742 * asin(sqrt(least(1, power(sin(radians(to_lat - from_lat) / 2), 2)
  + cos(radians(from_lat)) * cos(radians(to_lat)) * power(sin(radians(to_lng - from_lng) / 2), 2))));
comment on function private.distance_km(float8, float8, float8, float8) is 'Great-circle distance by the haversine formula.';
grant execute on function private.distance_km(float8, float8, float8, float8) to anon, authenticated, service_role;
