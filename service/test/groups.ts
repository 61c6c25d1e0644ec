/**
 * Test files that run together in one process, by the name of the file in `groups/` that runs them. Each other test file
 * runs in a process of its own: those that start many processes, set what holds for a whole process, or take long.
 */
export const GROUPS = {
  console: ['console/test/{device,executions,home,new-user,pages,people,provider,review,sign-in}.test.ts'],
  http: ['http', 'egress', 'mail', 'oauth'].map((folder) => `service/test/${folder}/*.test.ts`),
  images: ['components/**', 'pixels', 'matting', 'golden'].map(
    (folder) => `service/test/${folder}/*.test.ts`,
  ),
  people: ['service/test/people/*.test.ts'],
  postgres: [
    'service/test/postgres/*/*.test.ts',
    'service/test/postgres/{constraints,expiry,listen,migrate,run-together,database}.test.ts',
  ],
  rules: [
    'console/test/{desk,docs,format,imports,rights,viewer}.test.ts',
    'service/test/operations/!(first-workflows).test.ts',
    ...['cache', 'domain', 'object-stores'].map((folder) => `service/test/${folder}/*.test.ts`),
    'service/test/config.test.ts',
    'service/test/project/{completeness,generated-docs,imports,lockfile}.test.ts',
  ],
  service: [
    'client/test/*.test.ts',
    'service/test/contracts/roles.test.ts',
    'service/test/bad-input/hostile-requests.test.ts',
    'service/test/flow/{colour-tables,create,lists,resources,results,review,trace,webhooks}.test.ts',
  ],
} satisfies Record<string, string[]>;
