import type { Draft, Inputs, Step } from './draft.ts';

/** The draft as the text of a file that `POST /v1/workflow` takes. */
export const draftToJson = (draft: Draft): string => `${JSON.stringify(draft, null, 2)}\n`;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Reads a workflow from text. It checks only what the editor needs to show it; the service checks the rest. Throws an
 * error whose message says what to change.
 */
export const draftFromJson = (text: string): Draft => {
  const value = parsed(text);
  if (!isObject(value)) throw new Error('The text must be a JSON object with name and workflowComponents.');
  const { name = '', inputs, workflowComponents, qa = 'off', qaSampling } = value;
  const { executionPrice, resultNames } = value;
  if (typeof name !== 'string') throw new Error('name must be text in quotes.');
  if (!Array.isArray(workflowComponents)) throw new Error('workflowComponents must be a list of steps.');
  return {
    name,
    inputs: inputsFrom(inputs),
    workflowComponents: workflowComponents.map(stepFrom),
    qa: qa as Draft['qa'],
    ...(isObject(qaSampling) ? { qaSampling: qaSampling as NonNullable<Draft['qaSampling']> } : {}),
    ...(typeof resultNames === 'string' && resultNames ? { resultNames } : {}),
    ...(typeof executionPrice === 'number' ? { executionPrice } : {}),
  };
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(`The text is not JSON: ${error instanceof Error ? error.message : 'it ends too early'}.`);
  }
};

const inputsFrom = (inputs: unknown): Inputs => {
  const given = isObject(inputs) ? inputs : {};
  const entries = Object.entries({ default: {}, ...given }).map(([name, input]) => {
    const { required = true, description = '' } = isObject(input) ? input : {};
    return [name, { required: required !== false, description: String(description) }];
  });
  return Object.fromEntries(entries);
};

const stepFrom = (step: unknown, index: number): Step => {
  const place = `workflowComponents[${index}]`;
  if (!isObject(step)) throw new Error(`${place} must be an object with id and component.`);
  const { id, component, params = {}, when, output } = step;
  if (typeof component !== 'string') throw new Error(`${place}.component must be the name of a component.`);
  if (!isObject(params)) throw new Error(`${place}.params must be an object of parameters.`);
  return {
    id: typeof id === 'string' ? id : component,
    component,
    params,
    ...(isObject(when) ? { when } : {}),
    ...(typeof output === 'string' && output ? { output } : {}),
  };
};
