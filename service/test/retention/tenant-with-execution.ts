import { randomImage } from '../support/images.ts';
import type { Service } from '../support/service.ts';
import { addWorkflow, create, openTenant, untilStatus, upload } from '../support/tenant.ts';

/** Opens a tenant that has one completed execution. */
export const openTenantWithExecution = async (service: Service, labels: Record<string, string> = {}) => {
  const tenant = await openTenant(service);
  const workflow = await addWorkflow(tenant.owner);
  const bytes = await randomImage();
  const contentHash = await upload(tenant.operator, bytes);
  const id = await create(tenant.operator, workflow, { contentHash, labels });
  const record = await untilStatus(tenant.operator, id, 'COMPLETED');
  return { tenant, workflow, bytes, contentHash, id, record };
};
