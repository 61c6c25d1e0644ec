import type { TSchema } from '../../schema/typebox.ts';
import type { PreparedStep } from './prepared-step.ts';
import { readParams } from './read-params.ts';

/** The step for an image that is smaller by this factor: parameters in pixels are scaled down. */
export const scaledStep = ({ component, params }: PreparedStep, factor: number): PreparedStep => {
  const scaled = { ...params };
  for (const name of component.pixelParams?.(params) ?? []) {
    const value = params[name];
    // 0 is never a length: it stands for none, for all, or for a value that follows from the others.
    if (typeof value === 'number' && value !== 0)
      scaled[name] = within(component.params.properties[name]!, value * factor);
  }
  // Parameters that are rounded to very small numbers may contradict each other; then the original ones are used.
  const reading = readParams(component, scaled);
  return { component, params: reading.wrong ? params : reading.params };
};

const within = (schema: TSchema, value: number): number => {
  const { type, minimum = 0 } = schema as { type?: string; minimum?: number };
  return type === 'integer' ? Math.max(minimum, 1, Math.round(value)) : Math.max(minimum, value);
};
