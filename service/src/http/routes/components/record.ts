import type { Component } from '../../../components/definition/component.ts';
import { CATALOGUE, COMPONENTS } from '../../../components/registry.ts';
import { type Cost, costOfComponent } from '../../../components/steps/cost-of.ts';
import { Type } from '../../../schema/typebox.ts';
import { mapSchema } from '../../server/schemas.ts';

const cost = {
  ms: Type.Number({ description: 'The part of the duration that is the same for every image' }),
  msPerMegapixel: Type.Number({
    description: 'The part of the duration that grows with the image, for each megapixel',
  }),
};

export const ComponentSchema = Type.Object(
  {
    name: Type.String({ description: 'Name of the component: the value of the field `component` of a step' }),
    title: Type.String(),
    description: Type.String({ description: 'What the component does' }),
    category: Type.Enum(Object.keys(CATALOGUE)),
    credits: Type.Integer({
      description: 'Credits that a step with this component adds to the price of an execution',
    }),
    params: mapSchema(Type.Unknown()),
    inputs: Type.Array(
      Type.Object({
        param: Type.String({ description: 'The parameter that names one or several inputs of the workflow' }),
        colourTable: Type.Boolean({ description: 'Whether the input may also be a colour table (.cube)' }),
      }),
    ),
    needsTransparency: Type.Boolean({
      description: 'Whether the step fails on an image without transparency',
    }),
    runsAtEnd: Type.Boolean({
      description: 'Whether the step runs when the file is written, wherever it is in the list of steps',
    }),
    cost: Type.Object({
      ...cost,
      variants: Type.Array(
        Type.Object({
          params: mapSchema(Type.Unknown()),
          ...cost,
        }),
        {
          description:
            'The cost with certain parameters; the entry that matches most parameters of a step applies',
        },
      ),
    }),
  },
  { $id: 'Component' },
);

const categoryOf = new Map(
  Object.entries(CATALOGUE).flatMap(([category, components]) =>
    components.map(({ name }) => [name, category] as const),
  ),
);

/** Returns a component as editors read it; `params` is its JSON Schema. */
const componentRecord = (component: Component) => {
  const {
    name,
    title,
    sentence,
    credits,
    params,
    inputParams,
    tableInputParams = [],
    needsTransparency,
  } = component;
  const { usual, variants } = costOfComponent(name);
  return {
    name,
    title,
    description: sentence,
    category: categoryOf.get(name)!,
    credits,
    params,
    inputs: inputParams.map((param) => ({ param, colourTable: tableInputParams.includes(param) })),
    needsTransparency: needsTransparency ?? false,
    runsAtEnd: component.encode !== undefined || component.annotate !== undefined,
    cost: {
      ...costRecord(usual),
      variants: variants.map((variant) => ({ params: variant.params, ...costRecord(variant.cost) })),
    },
  };
};

const costRecord = ({ ms, msPerMegapixel }: Cost) => ({ ms, msPerMegapixel });

/** Every component as clients read it, in the order of the registry. */
export const COMPONENT_RECORDS = COMPONENTS.map(componentRecord);
