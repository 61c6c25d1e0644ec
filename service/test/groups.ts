/**
 * Test files that run together in one process, by the name of the file in `groups/` that runs them. Each other test file
 * runs in a process of its own: those that start many processes, set what holds for a whole process, or take long.
 * The files of a group are either all in a folder `long` or none is.
 */
export const GROUPS = {
  console: ['console/test/{frame,pages,sign-in}.test.ts'],
  'console-long': ['console/test/long/{account-tasks,batches,developers,executions,home,new-user}.test.ts'],
  'console-long-uploads': [
    'console/test/long/{device,people,provider,review,unavailable,uploads,workflows}.test.ts',
  ],
  http: ['http', 'egress', 'mail', 'oauth'].map((folder) => `service/test/${folder}/*.test.ts`),
  images: ['components/**', 'pixels', 'matting', 'golden'].map(
    (folder) => `service/test/${folder}/*.test.ts`,
  ),
  people: ['service/test/people/*.test.ts'],
  postgres: [
    'service/test/postgres/*/*.test.ts',
    'service/test/postgres/{constraints,expiry,listen,migrate,database}.test.ts',
    'service/test/programs/{after-erasures,connections,drop-copies,expiry,store-place}.test.ts',
    'service/test/retention/{collect,copy}-objects.test.ts',
  ],
  review: ['service/test/review/*.test.ts'],
  rules: [
    'console/test/{desk,docs,format,imports,reference,rights,sniff,viewer,workflow-draft}.test.ts',
    'service/test/operations/*.test.ts',
    ...['batching', 'cache', 'domain', 'log', 'object-stores'].map(
      (folder) => `service/test/${folder}/*.test.ts`,
    ),
    'service/test/config.test.ts',
    'service/test/programs/{for-this-machine-alone,progress}.test.ts',
    'service/test/project/{completeness,deploy,docs-names,generated-docs,imports,lockfile}.test.ts',
  ],
  service: [
    'client/test/*.test.ts',
    'service/test/contracts/roles.test.ts',
    'service/test/bad-input/hostile-requests.test.ts',
    'service/test/retention/{retention,deletion}.test.ts',
    'service/test/flow/{colour-tables,credits-low,downloads,find-executions,lists*,organizations,outputs,result-names}.test.ts',
    'service/test/flow/batches/{batch-*,batches}.test.ts',
    'service/test/flow/create/*.test.ts',
    'service/test/flow/{ledger,results,reuse,review,step-previews,studio-day,trace,uploads,usage}.test.ts',
    'service/test/{webhooks,workflows}/*.test.ts',
  ],
  worker: [
    'service/test/worker/{lane-pool,model-reason,receivers,taken-at-creation,turns,wake-up,webhook-*,worker}.test.ts',
  ],
} satisfies Record<string, string[]>;
