import { applyTables, tableOf } from '../../../pixels/colour/level-tables.ts';
import { Type } from '../../../schema/typebox.ts';
import { component } from '../../definition/component.ts';
import { smoothCurve } from './smooth-curve.ts';

type Points = [number, number][];
const MOST_POINTS = 16;

const level = Type.Number({ minimum: 0, maximum: 255 });
const points = (description: string) =>
  Type.Array(Type.Tuple([level, level]), {
    minItems: 2,
    maxItems: MOST_POINTS,
    default: [
      [0, 0],
      [255, 255],
    ],
    description,
  });

export const curves = component({
  name: 'curves',
  title: 'Curves',
  sentence:
    'Changes the levels of all colours, and of each colour, by a smooth curve through the given points.',
  credits: 1,
  params: Type.Object(
    {
      all: points(
        'Points [before, after] from 0 to 255 for all colours together, in ascending order of before.',
      ),
      red: points('The points for red, applied after the curve for all colours.'),
      green: points('The points for green, applied after the curve for all colours.'),
      blue: points('The points for blue, applied after the curve for all colours.'),
    },
    { additionalProperties: false },
  ),
  inputParams: [],
  rule: (params) => {
    const falling = Object.entries(params).find(([, list]) =>
      (list as Points).some(([before], i) => i > 0 && before <= (list as Points)[i - 1]![0]),
    );
    return falling
      ? `the points of ${falling[0]} must be in ascending order of their first number`
      : undefined;
  },
  pixels: (pixels, { all, red, green, blue }) => {
    const first = smoothCurve(all);
    const table = (list: Points) => {
      const own = smoothCurve(list);
      return tableOf((value) => own(Math.max(0, Math.min(255, first(value)))));
    };
    return applyTables(pixels, table(red), table(green), table(blue));
  },
});
