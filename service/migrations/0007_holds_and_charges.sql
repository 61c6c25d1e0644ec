-- An open hold is part of its execution: `hold` is its number and `price` what it holds. It ends as a charge, which is in
-- the ledger, or as a release, which is a row here; see docs/decisions/0002-holds-and-charges.md.
drop trigger holds_end_once on holds;
drop function refuse_second_end;
drop index holds_one_open;
delete from holds where outcome is distinct from 'released';
alter table holds rename to released_holds;
alter table released_holds rename column ended_at to released_at;
alter table released_holds
  drop column outcome,
  drop column created_at,
  alter column released_at set not null,
  alter column released_at set default now(),
  reset (fillfactor);
alter table released_holds rename constraint holds_pkey to released_holds_pkey;
alter table released_holds rename constraint holds_amount_check to released_holds_amount_check;
create trigger released_holds_is_append_only before update or delete or truncate on released_holds
  for each statement execute function refuse_change();

-- A charge bears the id of its execution, so that the primary key keeps an execution from being charged twice.
drop index ledger_one_charge;
alter table ledger disable trigger ledger_is_append_only;
update ledger set id = execution_id where kind = 'charge';
alter table ledger enable trigger ledger_is_append_only;
alter table ledger drop constraint ledger_check, add constraint ledger_check check (case kind
  when 'grant' then amount > 0 and execution_id is null
  when 'withdrawal' then amount < 0 and execution_id is null
  when 'charge' then amount <= 0 and execution_id is not distinct from id
  else false end);
