import { useEffect } from 'react';
import { api } from '../../api.ts';
import { forEachConcurrently } from '../../for-each-concurrently.ts';
import { currentTray, notifyTraySoon, type TrayEntry, useTray } from '../tray.ts';
import { knownHashes, MAX_HASHES } from './known-hashes.ts';

/** Each file needs a request of its own, so in a very large tray only the first files are looked up. */
const MAX_PROCESSED = 1000;

const hashOf = ({ checked }: TrayEntry): string => (checked?.ok ? checked.hash : '');

/** Finds out which files of the tray the organization has already, and on which the workflow has run before. */
export const useKnownFiles = (organization: string, workflow: string | undefined): void => {
  const { checked, entries } = useTray();
  const isChecked = entries.length > 1 && checked === entries.length;
  useEffect(() => {
    if (!workflow || !isChecked) return;
    const leaving = new AbortController();
    for (const entry of currentTray().entries) delete entry.isProcessed;
    // Ignore a failed request: the result is only a hint to the user, which the row then lacks.
    ask(organization, workflow, leaving.signal).catch(() => {});
    return () => leaving.abort();
  }, [organization, workflow, isChecked]);
};

const ask = async (organization: string, workflow: string, signal: AbortSignal): Promise<void> => {
  const entries = currentTray().entries.filter((entry) => hashOf(entry) !== '');
  for (let from = 0; from < entries.length; from += MAX_HASHES) {
    const some = entries.slice(from, from + MAX_HASHES);
    const known = await knownHashes(organization, [...new Set(some.map(hashOf))], signal);
    for (const entry of some) entry.isKnown = known.has(hashOf(entry));
  }
  const known = entries.filter(({ isKnown }) => isKnown).slice(0, MAX_PROCESSED);
  await forEachConcurrently(known, async (entry) => {
    const { total } = await api.get('/v2/workflow/execution', {
      query: { organization, workflowId: workflow, inputContentHash: hashOf(entry), limit: 0 },
      signal,
    });
    if (total === 0) return;
    entry.isProcessed = true;
    notifyTraySoon();
  });
};
