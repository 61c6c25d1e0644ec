import { grantCredits } from '../routes/credits/grant.ts';
import { listLedger } from '../routes/credits/ledger.ts';
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
import { readWebhookSecret } from '../routes/organizations/webhook-secret.ts';
import { peopleRoutes } from '../routes/people.ts';
import { reviewRoutes } from '../routes/review/routes.ts';
import { createUpload } from '../routes/uploads/create.ts';
import { probeUpload } from '../routes/uploads/probe.ts';
import { archiveWorkflow } from '../routes/workflows/archive.ts';
import { createWorkflow } from '../routes/workflows/create.ts';
import { listWorkflows } from '../routes/workflows/list.ts';
import { previewWorkflow } from '../routes/workflows/preview.ts';
import { readWorkflow } from '../routes/workflows/read.ts';
import { replaceWorkflow } from '../routes/workflows/replace.ts';
import type { Route } from './route.ts';

/** Every endpoint of the API. */
export const ROUTES: readonly Route[] = [
  readHealth,
  readOpenApi,
  createUpload,
  probeUpload,
  readImage,
  ...executionRoutes,
  ...reviewRoutes,
  listWorkflows,
  createWorkflow,
  previewWorkflow,
  readWorkflow,
  replaceWorkflow,
  archiveWorkflow,
  listOrganizations,
  createOrganization,
  readBalance,
  readOrganization,
  readSettings,
  changeSettings,
  readLimits,
  changeLimits,
  readWebhookSecret,
  grantCredits,
  listLedger,
  createApiKey,
  listKeys,
  revokeKey,
  ...peopleRoutes,
];
