import { LRUCache } from 'lru-cache';
import { notFound } from '../../domain/errors.ts';
import type { WorkflowId, WorkflowVersionId } from '../../domain/ids.ts';
import { remember } from '../../memory/remember.ts';
import type { Workflows } from '../../ports/workflows.ts';
import type { Database } from '../database.ts';
import { addVersion } from './add-version.ts';
import { archive } from './archive.ts';
import { create } from './create.ts';
import { findLatest, type Latest } from './find-latest.ts';
import { findVersion } from './find-version.ts';
import { list } from './list.ts';
import type { VersionRow } from './workflow-row.ts';

// A version never changes, but the name of its author may.
const VERSIONS_REMEMBERED = { max: 2_000, ttl: 60_000 };
// A change made by another process is told by NOTIFY; the age is the net for a lost connection.
const LATEST_REMEMBERED = { max: 10_000, maxAgeMs: 2_000 };

export type WorkflowsInPostgres = Workflows & {
  /** To be called with each message of the channel `workflows`. */
  forget(id: WorkflowId): void;
};

export const workflowsIn = ({ run }: Database): WorkflowsInPostgres => {
  const versions = new LRUCache<WorkflowVersionId, VersionRow>(VERSIONS_REMEMBERED);
  const latest = remember<WorkflowId, Latest>(findLatest(run), LATEST_REMEMBERED);
  const loadVersion = findVersion(run);
  const write = { addVersion: addVersion(run), archive: archive(run) };

  const findAt = async (id: WorkflowVersionId) => {
    const remembered = versions.get(id);
    if (remembered) return remembered;
    const found = await loadVersion(id);
    if (found) versions.set(id, found);
    return found;
  };
  return {
    create: create(run),
    addVersion: async (organizationId, id, author, definition) => {
      const workflow = await write.addVersion(organizationId, id, author, definition);
      latest.forget(id);
      return workflow;
    },
    archive: async (organizationId, id, by) => {
      const archived = await write.archive(organizationId, id, by);
      latest.forget(id);
      return archived;
    },
    find: async (organizationId, id, version) => {
      const current = await latest.find(id);
      if (current?.organizationId !== organizationId) return undefined;
      const found = await findAt(version ?? current.version);
      return found?.id === id ? { ...found, archived: current.archived } : undefined;
    },
    version: async (id) => {
      const found = await findAt(id);
      const current = found && (await latest.find(found.id));
      if (!current) throw notFound('The workflow version');
      return { ...found, archived: current.archived };
    },
    list: list(run),
    forget: (id) => latest.forget(id),
  };
};
