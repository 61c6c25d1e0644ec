-- An open hold is part of its execution: `hold` is its number and `price` what it holds. Only its end is a row, so that
-- a create writes one row for an execution and a completion appends one; see docs/decisions/0002-holds-and-charges.md.
drop trigger holds_end_once on holds;
drop function refuse_second_end;
drop index holds_one_open;
delete from holds where outcome is null;
alter table holds rename to ended_holds;
alter table ended_holds
  drop constraint holds_check,
  drop column created_at,
  alter column outcome set not null,
  alter column ended_at set not null,
  alter column ended_at set default now(),
  reset (fillfactor);
alter table ended_holds rename constraint holds_pkey to ended_holds_pkey;
alter table ended_holds rename constraint holds_amount_check to ended_holds_amount_check;
alter table ended_holds rename constraint holds_outcome_check to ended_holds_outcome_check;
create trigger ended_holds_is_append_only before update or delete or truncate on ended_holds
  for each statement execute function refuse_change();
