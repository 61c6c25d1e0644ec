import type { ContentHash } from '../domain/ids.ts';

/** What the database knows about the objects of the store (decision 0020). */
export type ObjectReferences = {
  /** Takes objects that nothing has referred to for a day. Until they are gone, nothing can refer to them. */
  condemn(most: number): Promise<ContentHash[]>;
  /** Notes that condemned objects are deleted from the store. */
  gone(hashes: readonly ContentHash[]): Promise<void>;
  /** Notes objects of the store that the database does not know. Returns how many there were. */
  adopt(hashes: readonly ContentHash[]): Promise<number>;
  /** The objects that were deleted after this moment, oldest first, and the moment up to which this is all. */
  goneAfter(moment: Date | undefined): Promise<{ hashes: ContentHash[]; moment: Date | undefined }>;
};

/** Says, to one of all processes, that work which is done once in a while is due now. */
export type TakeTurn = (name: string, everyHours: number) => Promise<boolean>;
