create table private.standing_days (
  day integer primary key,
  ads bigint not null
);
comment on table private.standing_days is 'About how many ads stand on which day, see standing_day(): counted together with common words.';

