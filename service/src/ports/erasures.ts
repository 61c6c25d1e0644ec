import type { OrganizationId, UserId } from '../domain/ids.ts';

/** Something that is deleted on request. `subject` is its id, or the hash of an image. */
export type Erasure = {
  id: string;
  kind: 'image' | 'execution' | 'batch' | 'organization' | 'person';
  organizationId: OrganizationId | null;
  subject: string;
  madeBy: UserId | null;
};

/**
 * Why something cannot be deleted: an execution that is queued, running or in review needs it, a batch on hold has it, or
 * it belongs to what the platform itself needs.
 */
export type NotErasable = 'unknown' | 'unfinished' | 'held' | 'needed';

export type Erasures = {
  /** Notes the erasure; from then on it will be done. Returns why it cannot be, and notes nothing. */
  begin(erasure: Erasure): Promise<NotErasable | undefined>;
  /** Deletes step by step. False when something is left: the usage of an execution is still being counted. */
  finish(erasure: Erasure, closing: AbortSignal): Promise<boolean>;
  /** Erasures that are not finished, oldest first. */
  open(): Promise<Erasure[]>;
  /** Notes an erasure of a later time than this database. False when the database has it already. */
  repeat(erasure: Erasure): Promise<boolean>;
};
