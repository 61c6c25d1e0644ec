import { SURE_FROM } from '../executions/trace.ts';
import type { OrganizationId, UserId, WorkflowId, WorkflowVersionId } from '../ids.ts';

/** One step of a workflow: a component with its parameters. */
export type Step = {
  id: string;
  component: string;
  params: Record<string, unknown>;
  /** Run the step only when all of these facts of the current picture hold. */
  when?: StepCondition;
};

/** Facts of the picture as it enters the step; every given bound must hold. */
export type StepCondition = {
  minWidth?: number;
  maxWidth?: number;
  minHeight?: number;
  maxHeight?: number;
  minRatio?: number;
  maxRatio?: number;
  hasAlpha?: boolean;
  format?: string;
};

/** Which pictures a workflow takes: `default`, `1`, `2`, ... */
export type WorkflowInputs = Record<string, { required: boolean; description: string }>;

/** The first picture that is needed and not among the given ones, and how a sentence about it ends. */
export const missingInput = (
  inputs: WorkflowInputs,
  given: object,
): { name: string; about: string } | undefined => {
  for (const [name, { required, description }] of Object.entries(inputs))
    if (required && !Object.hasOwn(given, name))
      return { name, about: description ? `: ${description.replace(/\.$/, '')}.` : '.' };
  return undefined;
};

/** Which results a reviewer sees first: none, all, or those of which a step said that it is not sure. */
export const QA_MODES = ['off', 'all', 'unsure'] as const;
export type QaMode = (typeof QA_MODES)[number];

/** `confidence` is that of the least sure step, where one said so. */
export const needsReview = (qa: QaMode, confidence: number | undefined): boolean =>
  qa === 'all' || (qa === 'unsure' && confidence !== undefined && confidence < SURE_FROM);

/** The step id `input` is reserved: it will name the picture as it came in. */
export const RESERVED_STEP_ID = 'input';
export const BASE_PRICE_IN_CREDITS = 10;

export type WorkflowDefinition = {
  name: string;
  inputs: WorkflowInputs;
  steps: Step[];
  qa: QaMode;
  priceInCredits: number;
};

/** A workflow at one of its versions, which never change once made. */
export type Workflow = WorkflowDefinition & {
  id: WorkflowId;
  version: WorkflowVersionId;
  organizationId: OrganizationId;
  author: { id: UserId; name: string };
  versionCreatedAt: Date;
  archived: boolean;
};

/** Parameters given at creation, by step id. */
export type Settings = Record<string, Record<string, unknown>>;

/** The steps with the parameters that were given at creation. Keys that name no step have no effect. */
export const stepsWithSettings = (steps: readonly Step[], settings: Settings): Step[] =>
  steps.map((step) => {
    const overrides = Object.hasOwn(settings, step.id) ? settings[step.id] : undefined;
    return overrides ? { ...step, params: { ...step.params, ...overrides } } : step;
  });
