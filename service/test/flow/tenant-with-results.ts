import { randomImage } from '../support/images.ts';
import type { Service } from '../support/service.ts';
import { addWorkflow, create, openTenant, untilStatus, upload } from '../support/tenant.ts';

export const PNG = {
  name: 'PNG',
  workflowComponents: [{ id: 'png', component: 'convert', params: { format: 'png' } }],
};

/** An organization with one completed and one failed execution. */
export const openTenantWithResults = async (service: Service, credits?: number) => {
  const tenant = await openTenant(service, credits);
  const workflow = await addWorkflow(tenant.owner, PNG);
  const whole = await randomImage('jpeg', { width: 400, height: 300 });
  const broken = await upload(tenant.operator, whole.subarray(0, whole.length / 2));
  const [completed, failed] = [
    await create(tenant.operator, workflow, { name: 'shoe.jpg' }),
    await create(tenant.operator, workflow, { contentHash: broken }),
  ];
  await untilStatus(tenant.operator, failed, 'FAILED');
  await untilStatus(tenant.operator, completed, 'COMPLETED');
  return { ...tenant, workflow, completed, failed };
};
