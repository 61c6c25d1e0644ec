import type { OrganizationId, UserId, WorkflowId, WorkflowVersionId } from '../ids.ts';
import type { QaSampling } from '../review/sampling-plan.ts';

/** One step of a workflow: a component with its parameters. */
export type Step = {
  id: string;
  component: string;
  params: Record<string, unknown>;
  /** Run the step only when the current image meets all of these conditions. */
  when?: StepCondition;
  /** The name under which the image after this step is delivered as a file of its own, besides the result. */
  output?: string;
};

/** Bounds on the image that enters the step. All given bounds must hold. */
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

/** The input images of a workflow by key: `default`, `1`, `2`, ... */
export type WorkflowInputs = Record<string, { required: boolean; description: string }>;

/** The first required image that is not given, and the end of a message about it. */
export const missingInput = (
  inputs: WorkflowInputs,
  given: object,
): { name: string; about: string } | undefined => {
  for (const [name, { required, description }] of Object.entries(inputs))
    if (required && !Object.hasOwn(given, name))
      return { name, about: description ? `: ${description.replace(/\.$/, '')}.` : '.' };
  return undefined;
};

/**
 * The results that go to a reviewer first, from none to all: none, those for which a step reported a low confidence,
 * these and a random sample, all.
 */
export const QA_MODES = ['off', 'unsure', 'sample', 'all'] as const;
export type QaMode = (typeof QA_MODES)[number];

/** The name of the result that the last step makes. */
export const DEFAULT_OUTPUT = 'default';

/** The names of the results that the steps make besides the default one. */
export const outputsOf = (steps: readonly Step[]): string[] => steps.flatMap(({ output }) => output ?? []);

/** The step id `input` is reserved: it names the input image. */
export const RESERVED_STEP_ID = 'input';
export const BASE_PRICE_IN_CREDITS = 10;

export type WorkflowDefinition = {
  name: string;
  inputs: WorkflowInputs;
  steps: Step[];
  qa: QaMode;
  /** Null unless the mode is `sample`. */
  qaSampling?: QaSampling | null;
  priceInCredits: number;
  /** The template of the names of results; null: the name of the input. */
  resultNames?: string | null;
};

/** One version of a workflow. A version never changes. */
export type Workflow = WorkflowDefinition & {
  id: WorkflowId;
  version: WorkflowVersionId;
  organizationId: OrganizationId;
  author: { id: UserId; name: string };
  versionCreatedAt: Date;
  archived: boolean;
};

/** Parameters given when an execution is created, keyed by step id. They override the parameters of the steps. */
export type Settings = Record<string, Record<string, unknown>>;

/** The steps with the parameters given at creation. Keys that name no step have no effect. */
export const stepsWithSettings = (steps: readonly Step[], settings: Settings): Step[] =>
  steps.map((step) => {
    const overrides = Object.hasOwn(settings, step.id) ? settings[step.id] : undefined;
    return overrides ? { ...step, params: { ...step.params, ...overrides } } : step;
  });
