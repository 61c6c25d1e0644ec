import type { InputImages } from '../domain/executions/execution.ts';
import type {
  BatchId,
  ContentHash,
  ExecutionId,
  OrganizationId,
  UserId,
  WorkflowVersionId,
} from '../domain/ids.ts';
import type { RetentionInForce, RetentionKind, RetentionRules } from '../domain/retention.ts';
import type { Settings } from '../domain/workflows/workflow.ts';

/** The records of the database about the objects of the store (decision 0020). */
export type ObjectReferences = {
  /**
   * Condemns objects that nothing has referred to for a day, and returns them. From then on nothing can refer
   * to them.
   */
  condemn(max: number): Promise<ContentHash[]>;
  /** Records that condemned objects have been deleted from the store. */
  markDeleted(hashes: readonly ContentHash[]): Promise<void>;
  /** Of the given objects, records those that the database does not know yet. Returns their number. */
  recordUnknown(hashes: readonly ContentHash[]): Promise<number>;
  /** The objects that were deleted after this moment, oldest first, and the moment up to which the list is complete. */
  deletedAfter(moment: Date | undefined): Promise<{ hashes: ContentHash[]; moment: Date | undefined }>;
};

/**
 * Returns true when the work with this name, which is done every `everyHours`, is due. Only one of all
 * processes gets true.
 */
export type BeginIfDue = (name: string, everyHours: number) => Promise<boolean>;

/** The retention rules of organizations. */
export type Retention = {
  rules(organizationId: OrganizationId): Promise<RetentionRules>;
  /** Fields that are left out stay as they are. */
  changeRules(organizationId: OrganizationId, change: Partial<RetentionRules>, by: UserId): Promise<void>;
  /** Holds a batch, or releases it: retention deletes nothing of a held batch. False when there is no such batch. */
  setHeld(organizationId: OrganizationId, id: BatchId, held: boolean, by: UserId): Promise<boolean>;
  /** The amounts of data that the organization stores, by kind. */
  storage(organizationId: OrganizationId, inForce: RetentionInForce): Promise<Storage>;
};

/** Amounts of data. */
export type Amount = { count: number; bytes: number };
type Storage = {
  kinds: Record<RetentionKind, Amount & { upcoming: (Amount & { date: string })[] }>;
  /** Images that were deleted less than a day ago: their files are still in the store. */
  deleted: Amount;
};

/** The workflow version, settings and inputs with which an execution made a result, so that it can be made again. */
export type ResultOrigin = {
  executionId: ExecutionId;
  workflowVersion: WorkflowVersionId;
  settings: Settings;
  inputs: InputImages;
};

/** An object that is missing, or whose bytes do not match its hash. */
export type BrokenObject = { hash: ContentHash; problem: 'missing' | 'damaged' };

/** Tells the operator about a broken object that was found when it was read. */
export type ReportBroken = (found: BrokenObject, context?: Record<string, string>) => void;

/** The objects that organizations refer to. */
export type StoredObjects = {
  /** The next objects in the order of their hashes, after this hash, with their lengths. */
  after(hash: string): Promise<{ hash: ContentHash; bytes: number }[]>;
  /** A few executions whose result or named output is this object, newest first. */
  originsOf(hash: ContentHash): Promise<ResultOrigin[]>;
  /** The organizations that have the object. */
  organizationsWith(hash: ContentHash): Promise<OrganizationId[]>;
};
