-- Results of which an organization wants to be served again: same pictures, same steps, same program.
alter table organizations add column reuse_results boolean not null default false;

create table reusable_results (
  organization_id uuid not null references organizations,
  key text collate "C" not null,
  hash text collate "C" not null,
  confidence real,
  created_at timestamptz(3) not null default now(),
  primary key (organization_id, key),
  foreign key (organization_id, hash) references images (organization_id, hash)
);
create index reusable_results_by_age on reusable_results (created_at);

alter table executions add column reused boolean not null default false;
