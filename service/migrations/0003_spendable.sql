-- An account is what can be spent: the sum of the ledger less the open holds. A charge takes as much from the one as
-- from the other, so that completing an execution does not touch the row that every create of the organization waits for.
alter table accounts add column spendable bigint not null default 0;
update accounts set spendable = balance - held;
alter table accounts drop column balance, drop column held;
alter table accounts add constraint accounts_spendable_check check (spendable >= 0);
