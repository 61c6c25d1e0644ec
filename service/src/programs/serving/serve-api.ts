import type { OrganizationId, WorkflowId } from '../../domain/ids.ts';
import { buildServer } from '../../http/server/server.ts';
import { fetchUploads } from '../../operations/uploads/fetch-uploads.ts';
import type { Intake } from '../../ports/executions.ts';
import { batchFeedIn } from '../../postgres/batches/batch-feed.ts';
import { CHANNELS } from '../../postgres/connection/channels.ts';
import { statement } from '../../postgres/connection/database.ts';
import { listen } from '../../postgres/connection/listen.ts';
import { StartError } from '../../postgres/connection/start-error.ts';
import { executionsIn } from '../../postgres/executions/executions.ts';
import { statusFeedIn } from '../../postgres/executions/status-feed.ts';
import { queueIn } from '../../postgres/queue-depth.ts';
import { erasuresIn } from '../../postgres/retention/erasures.ts';
import { retentionIn } from '../../postgres/retention/retention.ts';
import { queueFeedIn } from '../../postgres/review/queue-feed.ts';
import { reviewIn } from '../../postgres/review/review.ts';
import { usageIn } from '../../postgres/usage/usage.ts';
import { deliveriesIn } from '../../postgres/webhooks/deliveries.ts';
import { webhookEndpointsIn } from '../../postgres/webhooks/endpoints.ts';
import { openInspector } from '../../worker/lanes/inspector.ts';
import { dropCopies } from './caches/drop-copies.ts';
import { openPreviewing } from './caches/previewing.ts';
import { openThumbnails } from './caches/thumbnails.ts';
import { startChores } from './chores.ts';
import type { Foundation } from './foundation.ts';
import { openIdentity } from './identity.ts';

const ALIVE = statement('select');

/** Starts the HTTP API and the console. Resolves when it listens. */
export const serveApi = async (
  foundation: Foundation,
  intake?: Intake,
): Promise<{ address: string; close(): Promise<void> }> => {
  const { config, database, workflows } = foundation;
  const inspector = openInspector({ limits: foundation.limits, runAs: foundation.runAs });
  const previewing = openPreviewing(foundation);
  const statusFeed = statusFeedIn(database);
  const batchFeed = batchFeedIn(database);
  const queueFeed = queueFeedIn(database);
  let publicUrl = config.publicUrl ?? '';
  const identity = openIdentity(database, config, () => publicUrl);
  await identity.begin();
  const forgetImages = (organizationId?: OrganizationId) => {
    foundation.images.forget(organizationId);
    foundation.results.forget(organizationId);
  };
  const listener = await listen(
    database,
    {
      [CHANNELS.status]: statusFeed.notified,
      [CHANNELS.access]: identity.notified,
      [CHANNELS.workflows]: (id) => workflows.forget(id as WorkflowId),
      [CHANNELS.images]: (id) => forgetImages(id as OrganizationId),
    },
    () => {
      forgetImages();
      statusFeed.recheckAll();
      identity.forgetAll();
    },
  );

  const thumbnails = await openThumbnails(foundation);
  const chores = startChores(
    { copies: dropCopies(foundation, 'Deleting thumbnails of deleted images', thumbnails.remove) },
    foundation.reportError,
  );
  const ports = { ...foundation, inspector, thumbnails: thumbnails.get };
  const server = buildServer({
    ...ports,
    ...previewing.ports,
    intake,
    executions: executionsIn(database, { intake, results: foundation.results }),
    queue: queueIn(database),
    review: reviewIn(database),
    queueFeed,
    statusFeed,
    batchFeed,
    webhookEndpoints: webhookEndpointsIn(database),
    deliveries: deliveriesIn(database),
    usage: usageIn(database),
    retention: retentionIn(database),
    erasures: erasuresIn(database),
    fetchUploads: (organizationId, urls, signal) => fetchUploads(ports, organizationId, urls, signal),
    isForbiddenUrl: foundation.egress.forbids,
    checkDatabase: async () => {
      await database.run(ALIVE, []);
    },
    ...identity.ports,
  });
  const close = async () => {
    await server.close();
    await listener.close();
    await chores.close();
    statusFeed.close();
    batchFeed.close();
    queueFeed.close();
    await Promise.all([inspector.close(), previewing.close(), thumbnails.close()]);
  };
  const { host, port } = config;
  const address = await server.listen({ host, port }).catch(async (cause: Error) => {
    await close();
    throw new StartError(
      `The service cannot listen on ${host}, port ${port} (${cause.message}). Set DARKROOM_HOST or DARKROOM_PORT.`,
      { cause },
    );
  });
  publicUrl ||= address;
  return { address, close };
};
