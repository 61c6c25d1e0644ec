-- What happened in the last attempt that came to an end. Written with the end itself, so that it costs no row and no
-- statement; see docs/decisions/0004-traces-and-previews.md.
alter table executions add column trace jsonb;

-- Results of which no step is unsure need no reviewer.
alter table workflow_versions
  drop constraint workflow_versions_qa_check,
  add constraint workflow_versions_qa_check check (qa in ('off', 'all', 'unsure'));
