import { hash } from 'node:crypto';
import { type BatchId, isUuid } from '../ids.ts';
import { BATCH_LABELS, type Labels } from './labels.ts';

/** The batch that an execution belongs to, and the name that the execution's labels give this batch. */
type BatchOfExecution = { id: BatchId; name: string | null };

/**
 * The batch that these labels name: by id, or by name where the id is missing or empty. The labels alone decide the
 * batch's id, so every process finds the same batch without asking the database.
 */
export const batchOf = (labels: Labels): BatchOfExecution | undefined => {
  const { [BATCH_LABELS.id]: id, [BATCH_LABELS.name]: name } = labels;
  if (id === undefined && name === undefined) return undefined;
  return { id: id ? idOf(id) : derivedId('name', name ?? ''), name: name || null };
};

/** A label that is a UUID is the batch's id itself, except for version 8, which only ids derived here may have. */
const idOf = (label: string): BatchId =>
  isUuid(label) && label[VERSION_AT] !== '8' ? (label as BatchId) : derivedId('id', label);

const VERSION_AT = 14;

/** A UUID of version 8 made of the first bits of a hash. `kind` is hashed too, so the name X and the id X give
 * different batches. */
const derivedId = (kind: 'id' | 'name', text: string): BatchId => {
  const hex = hash('sha256', `${kind}\0${text}`, 'hex');
  const variant = ((Number.parseInt(hex[16] as string, 16) & 0x3) | 0x8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-') as BatchId;
};
