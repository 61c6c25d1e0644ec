-- An execution is put into the indexes of workflow, batch and file name when it leaves the queue and the lanes, once in
-- its life. Until then lists find it by its status, as they do when nothing but the status is asked for.
drop index executions_newest, executions_by_workflow, executions_by_batch, executions_by_file_name;
create index executions_by_workflow on executions (organization_id, workflow_id, created_at desc, id desc)
  where status not in ('CREATED', 'ACTIVE');
-- Serves a batch's name, and "outside any batch". An entry of an index has at most 2704 bytes, and a batch's name may have
-- 4096.
create index executions_by_batch on executions
  (organization_id, in_batch, coalesce(left(batch_name, 200), ''), created_at desc, id desc)
  where status not in ('CREATED', 'ACTIVE');
create index executions_by_file_name on executions (organization_id, input_file_name, created_at desc, id desc)
  where status not in ('CREATED', 'ACTIVE');
