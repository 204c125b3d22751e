-- The index on fingerprints is kept by whoever writes an object, so whatever role an application made for that must be able
-- to call its function. Both are pure: they tell nothing but what they are given.
grant execute on function storage.perceptual_hash, storage.hamming_distance to public;
