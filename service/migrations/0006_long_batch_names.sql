-- An entry of an index has at most 2704 bytes, and a batch's name may have 4096.
drop index executions_by_batch;
-- Serves a batch's name, and "outside any batch" as the rows without a name.
create index executions_by_batch on executions (organization_id, left(batch_name, 200), created_at desc, id desc);
