import { batchRoutes } from '../routes/batches/routes.ts';
import { listComponents } from '../routes/components/list.ts';
import { readComponent } from '../routes/components/read.ts';
import { readAccount } from '../routes/credits/account.ts';
import { grantCredits } from '../routes/credits/grant.ts';
import { listLedger } from '../routes/credits/ledger.ts';
import { deletionRoutes } from '../routes/deletion/routes.ts';
import { executionRoutes } from '../routes/executions/routes.ts';
import { readHealth } from '../routes/health/read.ts';
import { readImage } from '../routes/images/read.ts';
import { createApiKey } from '../routes/keys/create.ts';
import { listKeys } from '../routes/keys/list.ts';
import { revokeKey } from '../routes/keys/revoke.ts';
import { readOpenApi } from '../routes/openapi/read.ts';
import { readBalance } from '../routes/organizations/balance.ts';
import { createOrganization } from '../routes/organizations/create.ts';
import { changeLimits, readLimits } from '../routes/organizations/limits.ts';
import { listOrganizations } from '../routes/organizations/list.ts';
import { readOrganization } from '../routes/organizations/read.ts';
import { changeSettings, readSettings } from '../routes/organizations/settings.ts';
import { peopleRoutes } from '../routes/people.ts';
import { readOrganizationQueue } from '../routes/queue/organization.ts';
import { readPlatformQueue } from '../routes/queue/platform.ts';
import { retentionRoutes } from '../routes/retention/routes.ts';
import { reviewRoutes } from '../routes/review/routes.ts';
import { createUpload } from '../routes/uploads/create.ts';
import { knownUploads } from '../routes/uploads/known.ts';
import { probeUpload } from '../routes/uploads/probe.ts';
import { readUsageReport } from '../routes/usage/report.ts';
import { webhookRoutes } from '../routes/webhooks/routes.ts';
import { archiveWorkflow } from '../routes/workflows/archive.ts';
import { createWorkflow } from '../routes/workflows/create.ts';
import { estimateWorkflow } from '../routes/workflows/estimate.ts';
import { listWorkflows } from '../routes/workflows/list.ts';
import { previewWorkflow } from '../routes/workflows/preview.ts';
import { readWorkflow } from '../routes/workflows/read.ts';
import { replaceWorkflow } from '../routes/workflows/replace.ts';
import {
  diffWorkflowVersions,
  listWorkflowVersions,
  restoreWorkflowVersion,
} from '../routes/workflows/versions.ts';
import type { Route } from './route.ts';

/** Every endpoint of the API. */
export const ROUTES: readonly Route[] = [
  readHealth,
  readOpenApi,
  createUpload,
  probeUpload,
  knownUploads,
  readImage,
  ...executionRoutes,
  ...batchRoutes,
  ...reviewRoutes,
  listWorkflows,
  createWorkflow,
  previewWorkflow,
  estimateWorkflow,
  readWorkflow,
  replaceWorkflow,
  archiveWorkflow,
  listWorkflowVersions,
  restoreWorkflowVersion,
  diffWorkflowVersions,
  listComponents,
  readComponent,
  listOrganizations,
  createOrganization,
  readBalance,
  readOrganization,
  readSettings,
  changeSettings,
  readLimits,
  changeLimits,
  ...retentionRoutes,
  ...deletionRoutes,
  ...webhookRoutes,
  readOrganizationQueue,
  readPlatformQueue,
  readAccount,
  grantCredits,
  listLedger,
  readUsageReport,
  createApiKey,
  listKeys,
  revokeKey,
  ...peopleRoutes,
];
