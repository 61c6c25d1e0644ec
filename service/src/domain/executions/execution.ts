import type {
  ContentHash,
  ExecutionId,
  OrganizationId,
  UserId,
  WorkflowId,
  WorkflowVersionId,
} from '../ids.ts';
import type { Settings } from '../workflows/workflow.ts';
import type { Status } from './execution-states.ts';
import type { Labels } from './labels.ts';

export type InputImage = {
  name: string;
  contentHash: ContentHash;
  contentType: string;
  /** Width and height are used to predict the cost. The record does not show them. */
  width?: number;
  height?: number;
};
/** The input images by key: `default`, then `1`, `2`, `3`, ... without gaps. */
export type InputImages = { default: InputImage } & Record<string, InputImage>;

/** A file that an execution made, as the record shows it. */
export type ResultFile = {
  name: string;
  contentHash: ContentHash;
  contentType: string;
  path: string;
  width: number;
  height: number;
  bytes: number;
};

/** The reason why an execution is FAILED or PAYMENT_REQUIRED, in a sentence that a person can act on. */
export type ExecutionError = { code: ExecutionErrorCode; message: string; component: string | null };

export const EXECUTION_ERROR_CODES = [
  'input_unreadable',
  'input_missing',
  'component_failed',
  'deadline_exceeded',
  'memory_exceeded',
  'lane_crashed',
  'attempts_exhausted',
  'system_error',
  'qa_rejected',
  'canceled',
  'credits_short',
  'budget_reached',
] as const;
export type ExecutionErrorCode = (typeof EXECUTION_ERROR_CODES)[number];

/** The error of an execution that a person canceled. */
export const CANCELED: ExecutionError = {
  code: 'canceled',
  message: 'The execution was canceled. Retry it to run it again.',
  component: null,
};

export type Execution = {
  id: ExecutionId;
  workflowId: WorkflowId;
  workflowName: string;
  workflowVersion: WorkflowVersionId;
  organizationId: OrganizationId;
  status: Status;
  userId: UserId;
  createdAt: Date;
  startedAt: Date | null;
  finishedAt: Date | null;
  inputs: InputImages;
  resultContentHash: ContentHash | null;
  resultFileName: string | null;
  resultContentType: string | null;
  /** All files by name, `default` included; null when the workflow makes only the default one. */
  results: Record<string, ResultFile> | null;
  labels: Labels;
  settings: Settings;
  webhooks: readonly string[];
  attempts: number;
  chargedCredits: number | null;
  error: ExecutionError | null;
  /** True when the result was taken from an earlier execution. */
  reused: boolean;
  /** The number of times that a reviewer had the execution run again with other settings. */
  redos: number;
};
