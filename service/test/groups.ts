/**
 * Test files that run together in one process, by the name of the file in `groups/` that runs them. The longest
 * groups come first, so that no core is idle at the end. Each other test file runs in a process of its own,
 * because it changes or measures something of the whole process. Either all files of a group are in a folder
 * `long`, or none is.
 */
export const GROUPS = {
  service: [
    'client/test/*.test.ts',
    'service/test/contracts/roles.test.ts',
    'service/test/bad-input/hostile-requests.test.ts',
    'service/test/retention/{retention,deletion}.test.ts',
    'service/test/flow/{colour-tables,credits-low,downloads,organizations,outputs,result-names,lists/*}.test.ts',
    'service/test/flow/batches/{batch-*,batches}.test.ts',
    'service/test/flow/create/*.test.ts',
    'service/test/flow/{ledger,results,reuse,review,step-previews,trace,uploads,usage}.test.ts',
    'service/test/{webhooks,workflows}/*.test.ts',
  ],
  postgres: [
    'service/test/postgres/*/*.test.ts',
    'service/test/postgres/{constraints,database,expiry,listen,migrate,uuid-v7}.test.ts',
    'service/test/programs/{after-erasures,connections,drop-copies,expiry,store-place}.test.ts',
    'service/test/retention/{collect,copy}-objects.test.ts',
  ],
  outages: [
    'service/test/faults/{database-away,disk-full,operations-port,s3,stopping,ways-to-start}.test.ts',
  ],
  images: ['components/**', 'pixels', 'matting', 'golden'].map(
    (folder) => `service/test/${folder}/*.test.ts`,
  ),
  kills: ['service/test/faults/{audit,kills,silent-worker}.test.ts'],
  console: ['console/test/{frame,pages,sign-in}.test.ts'],
  'own-services': [
    'service/test/bad-input/images.test.ts',
    'service/test/contracts/paths-errors-limits.test.ts',
    'service/test/flow/{expected-cost,queue,states}.test.ts',
    'service/test/flow/batches/{batches-at-work,bulk}.test.ts',
    'service/test/retention/broken-objects.test.ts',
  ],
  lanes: ['service/test/worker/{inspector,lane,lane-model,lane-on-demand,preview-lane}.test.ts'],
  people: ['service/test/people/*.test.ts'],
  http: ['http/**', 'egress', 'mail', 'oauth'].map((folder) => `service/test/${folder}/*.test.ts`),
  worker: [
    'service/test/worker/{lane-pool,model-reason,taken-at-creation,turns,wakeable-task,worker,webhooks/*}.test.ts',
  ],
  rules: [
    'console/test/{desk,docs,format,imports,reference,rights,sniff,throughput,viewer,workflow-draft}.test.ts',
    'service/test/operations/*.test.ts',
    ...['batching', 'cache', 'domain', 'log', 'object-stores'].map(
      (folder) => `service/test/${folder}/*.test.ts`,
    ),
    'service/test/config.test.ts',
    'service/test/programs/{is-loopback-only,progress}.test.ts',
    'service/test/project/{completeness,deploy,docs-names,generated-docs,imports,lockfile}.test.ts',
  ],
  review: ['service/test/review/*.test.ts'],
  programs: ['service/test/programs/{api-key,keys,lanes-account,tracing}.test.ts'],
  'console-long': [
    'console/test/long/{account-tasks,batches,developers,executions,frame,home,new-user,pages}.test.ts',
  ],
  'console-long-uploads': [
    'console/test/long/{device,people,provider,review,unavailable,uploads,workflows}.test.ts',
  ],
  'faults-long': ['service/test/long/faults/*.test.ts'],
} satisfies Record<string, string[]>;
