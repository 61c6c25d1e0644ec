import { malformed } from '../../domain/errors.ts';
import { IMAGE_FORMATS } from '../../domain/images/image-formats.ts';
import {
  DEFAULT_OUTPUT,
  RESERVED_STEP_ID,
  type Settings,
  type Step,
  type WorkflowInputs,
} from '../../domain/workflows/workflow.ts';
import { COMPONENTS, findComponent } from '../registry.ts';
import { checkTransparency } from './check-transparency.ts';
import { CONDITION_NAMES } from './condition-holds.ts';
import { readParams } from './read-params.ts';

const MAX_STEPS = 50;
const MAX_INPUTS = 20;
const MAX_OUTPUTS = 10;
const OUTPUT_NAME = /^[a-z0-9-]{1,40}$/;
const STEP_ID = /^[A-Za-z0-9_-]{1,64}$/;

/** Checks the steps of a workflow and fills in every default. The returned steps are those to store. */
export const checkSteps = (steps: readonly Step[], inputs: WorkflowInputs): Step[] => {
  if (steps.length > MAX_STEPS) throw malformed(`workflowComponents may have at most ${MAX_STEPS} steps.`);
  const seen = new Set<string>();
  const outputs = new Set<string>();
  const checked = steps.map((step, index) => {
    const place = `workflowComponents[${index}]`;
    checkStepId(step.id, seen, `${place}.id`);
    checkCondition(step.when, `${place}.when`);
    checkOutput(step.output, outputs, `${place}.output`);
    const params = checkParams(step.component, step.params ?? {}, inputs, place);
    return {
      id: step.id,
      component: step.component,
      params,
      ...(step.when && Object.keys(step.when).length > 0 ? { when: step.when } : {}),
      ...(step.output !== undefined && { output: step.output }),
    };
  });
  checkTransparency(checked, inputs);
  return checked;
};

/**
 * Checks the inputs: `default`, then `1`, `2`, ... without gaps. A workflow that declares no inputs takes one image.
 */
export const checkInputs = (inputs: WorkflowInputs | undefined): WorkflowInputs => {
  const given = inputs ?? {};
  const main = given['default'] ?? { required: true, description: 'The image.' };
  if (main.required === false) throw malformed('inputs.default.required must be true.');
  const names = Object.keys(given).filter((name) => name !== 'default');
  if (names.length > MAX_INPUTS) throw malformed(`inputs may have at most ${MAX_INPUTS} additional images.`);
  const ordered = names.map((_, index) => String(index + 1));
  const unexpected = names.find((name) => !ordered.includes(name));
  if (unexpected !== undefined)
    throw malformed(`inputs.${unexpected} must be named default, or 1, 2, 3, ... in order and without gaps.`);
  return Object.fromEntries([['default', main], ...ordered.map((name) => [name, given[name]])]);
};

/** Refuses settings that are invalid for a step. Keys that name no step are ignored. */
export const checkSettings = (settings: Settings, steps: readonly Step[], inputs: WorkflowInputs): void => {
  let changes = false;
  const changed = steps.map((step) => {
    const overrides: unknown = Object.hasOwn(settings, step.id) ? settings[step.id] : undefined;
    if (overrides === undefined || overrides === null) return step;
    changes = true;
    if (typeof overrides !== 'object' || Array.isArray(overrides))
      throw malformed(`settings.${step.id} must be an object of parameters.`);
    const given = { ...step.params, ...overrides };
    return { ...step, params: checkParams(step.component, given, inputs, `settings.${step.id}`, '') };
  });
  if (changes) checkTransparency(changed, inputs);
};

const checkStepId = (id: unknown, seen: Set<string>, place: string): void => {
  if (typeof id !== 'string' || !STEP_ID.test(id))
    throw malformed(`${place} must have 1 to 64 letters, digits, - or _.`);
  if (id === RESERVED_STEP_ID)
    throw malformed(`${place} must not be ${RESERVED_STEP_ID}: that id is reserved.`);
  if (seen.has(id)) throw malformed(`${place} must be different from the ids of the other steps.`);
  seen.add(id);
};

const checkOutput = (output: unknown, seen: Set<string>, place: string): void => {
  if (output === undefined) return;
  if (typeof output !== 'string' || !OUTPUT_NAME.test(output))
    throw malformed(`${place} must have 1 to 40 lower-case letters, digits or -.`);
  if (output === DEFAULT_OUTPUT)
    throw malformed(`${place} must not be ${DEFAULT_OUTPUT}: that is the name of the last step's result.`);
  if (seen.has(output)) throw malformed(`${place} must be different from the outputs of the other steps.`);
  seen.add(output);
  if (seen.size > MAX_OUTPUTS)
    throw malformed(`${place}: a workflow may have at most ${MAX_OUTPUTS} outputs.`);
};

const checkParams = (
  name: string,
  given: Record<string, unknown>,
  inputs: WorkflowInputs,
  place: string,
  paramsAt = '.params',
): Record<string, unknown> => {
  const component = findComponent(name);
  if (!component)
    throw malformed(`${place}.component must be one of ${COMPONENTS.map((known) => known.name).join(', ')}.`);
  const { params, wrong } = { wrong: undefined, params: {}, ...readParams(component, given) };
  if (wrong) {
    const at = `${place}${paramsAt}`;
    throw malformed(wrong.param ? `${at}.${wrong.param} ${wrong.must}.` : `${at}: ${wrong.must}.`);
  }
  for (const param of component.inputParams) {
    const names = [(params as Record<string, unknown>)[param]].flat().map(String);
    const missing = names.find((input) => input !== '' && !Object.hasOwn(inputs, input));
    if (missing !== undefined)
      throw malformed(
        `${place}${paramsAt}.${param} must be an input of the workflow; ${missing} is not declared.`,
      );
  }
  return params;
};

const checkCondition = (when: unknown, place: string): void => {
  if (when === undefined) return;
  if (typeof when !== 'object' || when === null || Array.isArray(when))
    throw malformed(`${place} must be an object of ${CONDITION_NAMES.join(', ')}.`);
  for (const [name, bound] of Object.entries(when)) {
    if (!(CONDITION_NAMES as string[]).includes(name))
      throw malformed(`${place}.${name} is not a known condition. Use one of ${CONDITION_NAMES.join(', ')}.`);
    if (name === 'hasAlpha') {
      if (typeof bound !== 'boolean') throw malformed(`${place}.hasAlpha must be true or false.`);
    } else if (name === 'format') {
      if (typeof bound !== 'string' || !Object.hasOwn(IMAGE_FORMATS, bound))
        throw malformed(`${place}.format must be one of ${Object.keys(IMAGE_FORMATS).join(', ')}.`);
    } else if (typeof bound !== 'number' || !Number.isFinite(bound) || bound < 0)
      throw malformed(`${place}.${name} must be a number of 0 or more.`);
  }
};
