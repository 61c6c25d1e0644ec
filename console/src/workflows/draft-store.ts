import { readStored, writeStored } from '../local-storage.ts';
import type { Draft } from './draft.ts';

/**
 * A draft as it is kept in this browser. `version` is the version of the workflow that the draft was made from; null
 * for a new workflow.
 */
export type StoredDraft = { draft: Draft; version: string | null };

const keyOf = (organization: string, name: string): string => `darkroom-draft:${organization}:${name}`;

/** Keeps a draft in this browser, so that a reload or an ended session loses nothing. */
export const storeDraft = (organization: string, name: string, stored: StoredDraft): void =>
  writeStored(keyOf(organization, name), stored);

export const forgetDraft = (organization: string, name: string): void =>
  localStorage.removeItem(keyOf(organization, name));

export const storedDraft = (organization: string, name: string): StoredDraft | null => {
  const stored = readStored<StoredDraft>(keyOf(organization, name));
  return Array.isArray(stored?.draft?.workflowComponents) ? stored : null;
};
