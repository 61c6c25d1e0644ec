import type { TSchema } from '../../schema/typebox.ts';
import { readParams } from './read-params.ts';
import type { Turn } from './step-turn.ts';

/** The step as it is on an image that is smaller by this factor: what is meant in pixels becomes less. */
export const scaledTurn = ({ component, params }: Turn, factor: number): Turn => {
  const scaled = { ...params };
  for (const name of component.inPixels?.(params) ?? []) {
    const value = params[name];
    // 0 means something else everywhere: none, all, or that it follows from the rest.
    if (typeof value === 'number' && value !== 0)
      scaled[name] = within(component.params.properties[name]!, value * factor);
  }
  // Rounded to next to nothing, parameters may contradict each other.
  const reading = readParams(component, scaled);
  return { component, params: reading.wrong ? params : reading.params };
};

const within = (schema: TSchema, value: number): number => {
  const { type, minimum = 0 } = schema as { type?: string; minimum?: number };
  return type === 'integer' ? Math.max(minimum, 1, Math.round(value)) : Math.max(minimum, value);
};
