import type { Step } from '../../domain/workflows/workflow.ts';
import type { Component } from '../definition/component.ts';
import { findComponent } from '../registry.ts';
import { readParams } from './read-params.ts';
import { reasonOf, StepsFailure } from './steps-failure.ts';

type Params = Record<string, unknown>;
/** A step that is ready to run: its component, and its parameters with all defaults filled in. */
export type PreparedStep<Kind = Component> = { component: Kind; params: Params };

export const prepareStep = (step: Step): PreparedStep => {
  const component = findComponent(step.component);
  if (!component)
    throw new StepsFailure(
      'component_failed',
      `The step ${step.id} uses the component ${step.component}, which does not exist. Change the workflow.`,
      step.component,
    );
  const reading = readParams(component, step.params);
  if (reading.wrong)
    throw new StepsFailure(
      'component_failed',
      `Step ${step.id}: ${reading.wrong.param} ${reading.wrong.must}. Change the workflow or the settings.`,
      component.name,
    );
  return { component, params: reading.params };
};

/** The step with only those of its inputs that are given; undefined when a needed input is missing. */
export const withGivenInputs = (
  { component, params }: PreparedStep,
  inputs: Record<string, string>,
): PreparedStep | undefined => {
  const present = { ...params };
  for (const param of component.inputParams) {
    if (params[param] === '') continue;
    const names = [params[param]].flat().filter((name) => Object.hasOwn(inputs, String(name)));
    if (names.length === 0 && component.optionalInputParams?.includes(param)) present[param] = '';
    else if (names.length === 0) return undefined;
    else if (Array.isArray(params[param])) present[param] = names;
  }
  return { component, params: present };
};

export const stepFailed = (component: Component, error: unknown): StepsFailure =>
  new StepsFailure(
    'component_failed',
    `${component.title} failed (${reasonOf(error)}). Change the parameters of this step or send another image; without a change, a retry is likely to fail again.`,
    component.name,
    error,
  );
