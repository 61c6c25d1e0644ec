-- Whether the platform administrator lets an organization price its workflows below base plus components.
alter table organizations add column below_cost boolean not null default false;
