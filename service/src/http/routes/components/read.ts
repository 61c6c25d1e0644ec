import { notFound } from '../../../domain/errors.ts';
import { Type } from '../../../schema/typebox.ts';
import { route } from '../../server/route.ts';
import { PlainQuery } from '../../server/schemas.ts';
import { COMPONENT_RECORDS, ComponentSchema } from './record.ts';

export const readComponent = route({
  method: 'GET',
  path: '/component/:name',
  versions: ['v1'],
  action: 'workflow.read',
  summary: 'Returns one component with the JSON Schema of its parameters.',
  schema: {
    params: Type.Object({ name: Type.String() }),
    querystring: PlainQuery,
    response: { 200: ComponentSchema },
  },
  handler: (_ports, { params }) => {
    const component = COMPONENT_RECORDS.find(({ name }) => name === params.name);
    if (!component) throw notFound('The component');
    return component;
  },
});
