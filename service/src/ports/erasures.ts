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
 * The reason why something cannot be deleted. `unknown`: it does not exist. `unfinished`: an execution that
 * is queued, running or in review needs it. `held`: it belongs to a batch on hold. `needed`: without it,
 * nobody could manage an organization or the installation.
 */
export type NotErasable = 'unknown' | 'unfinished' | 'held' | 'needed';

export type Erasures = {
  /**
   * Records the erasure, which will then be carried out. When something forbids it, returns the reason and
   * records nothing.
   */
  begin(erasure: Erasure): Promise<NotErasable | undefined>;
  /**
   * Deletes the data step by step. False when some is left, because the usage of an execution is still being
   * counted.
   */
  finish(erasure: Erasure, closing: AbortSignal): Promise<boolean>;
  /** Erasures that are not finished, oldest first. */
  listUnfinished(): Promise<Erasure[]>;
  /**
   * Records an erasure again in a database that was restored from an earlier backup. False when the database
   * already has it.
   */
  repeat(erasure: Erasure): Promise<boolean>;
};
